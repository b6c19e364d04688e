/** What can be read in a picture of the film. */
export interface PictureMeasures {
  /** The size of its smallest text, in pixels of the film; infinite where there is none. */
  smallestText: number;
  /** The highest and the lowest place of a text. */
  from: number;
  to: number;
  /** Texts that leave the picture or the window in which they stand. */
  outside: string[];
  /** True when the app's window is there, in full. */
  showsApp: boolean;
}

/** Fainter than this, nothing can be read. */
const legible = 0.1;

function opacityOf(element: Element | null): number {
  return element ? Number(getComputedStyle(element).opacity) * opacityOf(element.parentElement) : 1;
}

function textsIn(root: Element): Text[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  return texts.filter(({ data, parentElement }) => {
    const isShown = data.trim() !== '' && getComputedStyle(parentElement!).visibility === 'visible';
    return isShown && opacityOf(parentElement) >= legible;
  });
}

/** Measures what is drawn in `root`. Runs in the film's page. */
export function measurePicture(root: Element): PictureMeasures {
  const picture = root.firstElementChild!.getBoundingClientRect();
  const measures: PictureMeasures = {
    smallestText: Number.POSITIVE_INFINITY,
    from: picture.bottom,
    to: picture.top,
    outside: [],
    showsApp:
      opacityOf(root.querySelector('.film-app, .film-window')) === 1 && !!root.querySelector('.scene-window .mark'),
  };
  for (const text of textsIn(root)) {
    const range = document.createRange();
    range.selectNodeContents(text);
    const box = range.getBoundingClientRect();
    if (box.width === 0) continue;
    const frame = text.parentElement!.closest('.scene-window, .scene-place')?.getBoundingClientRect() ?? picture;
    measures.smallestText = Math.min(
      measures.smallestText,
      Number.parseFloat(getComputedStyle(text.parentElement!).fontSize),
    );
    measures.from = Math.min(measures.from, box.top);
    measures.to = Math.max(measures.to, box.bottom);
    const isInside =
      box.left >= frame.left && box.right <= frame.right && box.top >= frame.top && box.bottom <= frame.bottom;
    if (!isInside) measures.outside.push(text.data);
  }
  return measures;
}
