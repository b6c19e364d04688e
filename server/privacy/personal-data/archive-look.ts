/** How the page of the archive looks; it loads nothing, so its typefaces are those of the reader's machine. */
import { mark, markDots, markLimbs } from '../../../shared/mark.ts';

export const markImage = `<svg aria-hidden="true" viewBox="${mark.viewBox}" fill="var(--accent)" stroke-linecap="round">${markDots()}<path d="${markLimbs()}" fill="none" stroke="var(--accent)" stroke-width="1.5"/><path d="${mark.line}" stroke="currentcolor" stroke-width="2.4"/></svg>`;

/** On paper by day, on ink by night, as the reader's machine has it; black on white in print. */
export const archiveStyle = `:root{color-scheme:light dark;--ground:#f4efe6;--text:#1b1813;--quiet:#5c554a;--line:#d9d2c5;--accent:#a86206}
@media (prefers-color-scheme:dark){:root{--ground:#0c0b0a;--text:#f4efe6;--quiet:#b9b0a1;--line:#38322a;--accent:#ffb238}}
*{box-sizing:border-box}body{margin:0;background:var(--ground);color:var(--text);font:1rem/1.55 system-ui,sans-serif}
main{max-width:64rem;margin:0 auto;padding:2rem 1.25rem 4rem}
.mark{display:flex;align-items:center;gap:.6rem;margin:0;padding-bottom:.9rem;border-bottom:2px solid var(--accent);font:600 1.2rem Georgia,serif}.mark svg{height:1.6rem}
h1,h2,h3{font-family:Georgia,serif;font-weight:400;line-height:1.2;text-wrap:balance}h1{margin:2rem 0 1rem;font-size:2.4rem}h2{margin:0;font-size:1.5rem}h3{margin:1.5rem 0 .75rem;font-size:1.15rem}
p{max-width:42rem}a{color:inherit;text-decoration-color:var(--accent);text-underline-offset:.2em}
section{display:grid;gap:1rem 2rem;margin-top:2rem;padding-top:1.75rem;border-top:1px solid var(--line)}section>div{min-width:0}section>div>:first-child{margin-top:0}
@media (min-width:48rem){section{grid-template-columns:4fr 8fr}}
dl{display:grid;grid-template-columns:minmax(8rem,13rem) 1fr;gap:.15rem 1rem;margin:0 0 1rem;padding-bottom:1rem;border-bottom:1px dotted var(--line);break-inside:avoid}
dl:last-child{margin-bottom:0;padding-bottom:0;border:0}dt{color:var(--quiet)}dd{margin:0;overflow-wrap:anywhere;white-space:pre-line}dd dl{grid-template-columns:minmax(6rem,10rem) 1fr}
@media (max-width:30rem){dl,dd dl{grid-template-columns:1fr}dd{margin-bottom:.5rem}h1{font-size:1.9rem}}
@media print{:root{--ground:#fff;--text:#000;--quiet:#444;--line:#999}main{padding:0}body{font-size:10pt}h2{break-after:avoid}}`;
