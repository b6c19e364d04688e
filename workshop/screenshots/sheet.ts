/** A picture of a page. */
export interface Picture {
  page: string;
  /** Of the window, in pixels. */
  width: number;
  language: string;
  /** Beside the sheet. */
  file: string;
}

const style = `
  body { margin: 2rem; background: #2a2a2a; color: #eee; font: 14px/1.4 sans-serif; }
  h2 { margin: 2rem 0 .5rem; }
  .row { display: flex; gap: 12px; margin-bottom: 12px; }
  figure { flex: 1 1 0; min-width: 0; margin: 0; }
  figcaption { margin-bottom: 4px; color: #bbb; }
  img { display: block; width: 100%; height: 460px; object-fit: cover; object-position: top; }
`;

const figure = ({ page, width, language, file }: Picture) =>
  `<figure><figcaption>${language}, ${width} px</figcaption><a href="${file}"><img src="${file}" alt="${page}"></a></figure>`;

/** A page with all pictures: a heading for each page, a row for each width, the languages side by side. */
export function sheetHtml(pictures: readonly Picture[]): string {
  const byPage = Map.groupBy(pictures, ({ page }) => page);
  const sections = [...byPage].map(([page, ofPage]) => {
    const rows = [...Map.groupBy(ofPage, ({ width }) => width).values()];
    return `<h2>${page}</h2>${rows.map((row) => `<div class="row">${row.map(figure).join('')}</div>`).join('')}`;
  });
  return `<!doctype html><meta charset="utf-8"><title>Contact sheet</title><style>${style}</style>${sections.join('')}`;
}
