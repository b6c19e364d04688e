/** Whatever a visitor can have done something to. */
const touched = 'input, textarea, select, button, a, summary, details, dialog, video, [tabindex]';

/** What can have been done to them, each to its own kind. */
type Touched = HTMLInputElement & HTMLDetailsElement & HTMLDialogElement & HTMLVideoElement;

/**
 * An element that is replaced by its like takes away what a visitor did to it: text, ticks, the keyboard's place. React
 * replaces elements when the page that it finds is not the one that was sent, because an extension or a translation has
 * changed it, and in the middle of typing, since the first key starts the scripts. Until the returned function is called,
 * what is replaced within `root` hands all that over.
 */
export function carryOverWithin(root: HTMLElement): () => void {
  /** Has the keyboard, or had it when it was taken away. */
  let holder = document.activeElement;
  addEventListener('focusin', ({ target }) => {
    holder = target as Element;
  });
  // Whatever is taken away loses the keyboard, too; its heir is found before this.
  addEventListener('focusout', () =>
    setTimeout(() => {
      if (document.activeElement === document.body) holder = null;
    }),
  );

  const handOver = (element: Touched, heir: Touched) => {
    // Pressed before the page could react (app/site/inline/start-page.ts).
    if ('awaitsScript' in element.dataset) heir.dataset.awaitsScript = '';
    // A click tells React, too.
    if (element.checked !== heir.checked) heir.click();
    else if (element.value !== heir.value) write(heir, element.value);
    if (element.poster) heir.poster = element.poster;
    if (element.open)
      if (heir.showModal) heir.showModal();
      else heir.open = true;
    if (element !== holder || document.activeElement !== document.body) return;
    heir.focus({ preventScroll: true });
    // An e-mail field has none that a script may know.
    if (element.selectionStart != null) heir.setSelectionRange(element.selectionStart, element.selectionEnd);
  };

  const observer = new MutationObserver((changes) => {
    const heirs = touchedIn(changes.flatMap(({ addedNodes }) => [...addedNodes]));
    for (const { path, element } of touchedIn(changes.flatMap(({ removedNodes }) => [...removedNodes]))) {
      const index = heirs.findIndex((heir) => heir.path === path);
      if (index >= 0) handOver(element, heirs.splice(index, 1)[0]!.element);
    }
  });
  observer.observe(root, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/** Alike are elements with the same way to them; of several, the first is like the first. */
const touchedIn = (nodes: Node[]): { path: string; element: Touched }[] =>
  nodes.flatMap((top) =>
    top instanceof HTMLElement
      ? [top, ...top.querySelectorAll<HTMLElement>(touched)].map((element) => ({
          path: element.id || pathOf(element, top),
          element: element as Touched,
        }))
      : [],
  );

const pathOf = (element: HTMLElement, top: HTMLElement): string =>
  (element === top ? '' : pathOf(element.parentElement!, top)) + element.tagName + element.className;

/** Writes into a field as a person does: React only hears of what goes past its own property. */
function write(field: HTMLElement, text: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')!.set!.call(field, text);
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
}
