import { createHash } from 'node:crypto';

/** The pages' only style sheet: amber on ink, as the site. It stands inside the page, allowed by its hash. */
export const style = `
:root { color-scheme: dark; --ink-0: #0c0b0a; --ink-1: #141210; --ink-2: #1e1b17; --line: #38322a; --edge: #85796a;
  --paper: #f4efe6; --paper-dim: #b9b0a1; --amber: #ffb238; --amber-deep: #c97a12; --rust: #ff7a59; }
*, *::before, *::after { box-sizing: border-box; }
html { background: var(--ink-0); color: var(--paper); -webkit-text-size-adjust: 100%; text-size-adjust: 100%;
  font: 1rem/1.5 'Instrument Sans', ui-sans-serif, system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif; }
body { margin: 0; min-height: 100vh; min-height: 100dvh; display: flex; flex-direction: column; }
h1, h2, h3, p, ul, ol, dl, dd { margin: 0; }
a { color: var(--amber); text-underline-offset: 0.2em; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 2px solid var(--amber); outline-offset: 2px; border-radius: 4px; }
.notice { background: var(--ink-1); border-bottom: 1px solid var(--line); }
.notice p { max-width: 1200px; margin: 0 auto; padding: 12px 24px; font-size: 0.875rem; color: var(--paper-dim); }
.notice strong { color: var(--amber); font-weight: 600; }
main { flex: 1; width: 100%; max-width: 1200px; margin: 0 auto; padding: 40px 24px 56px; display: grid; gap: 32px;
  align-content: start; }
.brand { font-weight: 600; letter-spacing: 0.01em; color: var(--paper-dim); margin-bottom: 8px; }
h1 { font: 500 clamp(2rem, 1.5rem + 2.4vw, 3.25rem)/1.12 Fraunces, 'Iowan Old Style', Palatino, Georgia, serif;
  letter-spacing: -0.01em; text-wrap: balance; overflow-wrap: anywhere; }
.trail { display: block; width: 100%; max-width: 520px; height: auto; margin-top: 32px; fill: var(--amber); }
.trail .faint { fill: var(--line); }
.lead { margin-top: 16px; max-width: 46ch; color: var(--paper-dim); overflow-wrap: break-word; }
.arrived { display: grid; gap: 8px; margin-top: 24px; color: var(--paper-dim); }
.arrived div { display: flex; flex-wrap: wrap; gap: 0 12px; }
.arrived dt { font-weight: 600; }
.arrived dd { overflow-wrap: anywhere; color: var(--paper); }
.card { background: var(--ink-1); border: 1px solid var(--line); border-radius: 10px; padding: 24px; display: grid;
  gap: 24px; }
.fields { display: grid; gap: 20px; }
.field { display: grid; gap: 6px; align-content: start; min-width: 0; }
label { font-weight: 600; }
.hint, .fault { font-size: 0.875rem; }
.hint { color: var(--paper-dim); }
.fault { color: var(--rust); }
.mail { width: 100%; height: 44rem; border: 1px solid var(--line); border-radius: 8px; background: var(--ink-0); }
input, select { width: 100%; min-height: 48px; padding: 10px 14px; font: inherit; color: var(--paper); background: var(--ink-2);
  border: 1px solid var(--edge); border-radius: 8px; }
input:focus-visible, select:focus-visible { border-radius: 8px; }
input[readonly] { background: transparent; border-color: var(--line); }
input[aria-invalid='true'] { border: 2px solid var(--rust); padding: 9px 13px; }
input:-webkit-autofill { -webkit-text-fill-color: var(--paper); caret-color: var(--paper);
  box-shadow: 0 0 0 100px var(--ink-2) inset; }
.summary { border: 1px solid var(--rust); border-radius: 8px; padding: 16px; }
.summary h2 { font-size: 1rem; color: var(--rust); }
.summary ul { margin-top: 8px; padding-left: 20px; }
.summary p { margin-top: 8px; }
.summary p:first-child { margin-top: 0; }
.actions { display: grid; gap: 16px; justify-items: start; }
button, .button { display: inline-flex; align-items: center; justify-content: center; width: 100%; min-height: 48px;
  padding: 10px 28px; font: inherit; font-weight: 600; text-align: center; color: var(--ink-0); background: var(--amber); text-decoration: none;
  border: 1px solid var(--amber-deep); border-radius: 999px; cursor: pointer; transition: background-color 150ms ease-out; }
button:hover, .button:hover { background: #ffc665; }
button:active, .button:active { background: var(--amber-deep); }
button:focus-visible, .button:focus-visible { border-radius: 999px; }
.choices { display: grid; gap: 12px; padding: 0; list-style: none; }
.choice { width: 100%; flex-wrap: wrap; justify-content: space-between; gap: 2px 16px; color: var(--paper); text-align: start;
  background: var(--ink-2); border-color: var(--edge); border-radius: 8px; }
main > * { min-width: 0; }
.choice > :first-child { overflow-wrap: anywhere; }
.choice .hint { font-weight: 400; }
.choice:hover { background: var(--ink-2); border-color: var(--amber); }
.choice:active { background: var(--ink-0); }
.choice:focus-visible { border-radius: 8px; }
.done { border: 1px solid var(--amber-deep); border-radius: 8px; padding: 12px 16px; }
.link { display: inline; width: auto; min-height: 0; padding: 4px 0; color: var(--amber); background: none; border: 0;
  border-radius: 4px; font-weight: 400; text-decoration: underline; text-underline-offset: 0.2em; }
.link:hover { background: none; text-decoration-thickness: 2px; }
.link:active { background: none; color: var(--paper); }
.plain { color: var(--paper); background: var(--ink-2); border-color: var(--edge); }
.plain:hover { background: var(--ink-2); border-color: var(--amber); }
.plain:active { background: var(--ink-0); }
.ways { display: flex; flex-wrap: wrap; gap: 8px 24px; align-items: center; padding: 0; list-style: none; max-width: none; }
.ways a:not(.button) { padding: 4px 0; }
[aria-current] { color: var(--paper); text-decoration: none; }
.wide .card { gap: 20px; min-width: 0; }
.wide h2 { font: 500 1.5rem/1.2 Fraunces, 'Iowan Old Style', Palatino, Georgia, serif; overflow-wrap: anywhere; }
.wide h3 { font-size: 1rem; overflow-wrap: anywhere; }
.wide .card p { max-width: 75ch; overflow-wrap: anywhere; }
.entries { display: grid; gap: 20px; padding: 0; list-style: none; }
.entries > li { display: grid; gap: 8px; padding-bottom: 20px; border-bottom: 1px solid var(--line); }
.entries > li:last-child { padding-bottom: 0; border-bottom: 0; }
.hand { display: grid; gap: 16px; }
.buttons { display: flex; flex-wrap: wrap; gap: 12px; align-items: center; overflow-wrap: anywhere; }
.keys { padding-left: 24px; overflow-wrap: anywhere; }
pre { margin: 0; padding: 16px; background: var(--ink-2); border-radius: 8px; white-space: pre-wrap; overflow-wrap: anywhere;
  font-size: 0.875rem; }
.letter { display: grid; gap: 16px; white-space: pre-line; }
.switch { border-top: 1px solid var(--line); padding-top: 20px; color: var(--paper-dim); }
.switch h2 { margin-bottom: 12px; font: 500 1.25rem/1.2 Fraunces, 'Iowan Old Style', Palatino, Georgia, serif; color: var(--paper); }
.keys > li + li { margin-top: 6px; }
.switch a, .cancel { display: inline-block; padding: 4px 0; }
.cancel { color: var(--paper-dim); }
.cancel:hover { color: var(--paper); }
@media (min-width: 560px) {
  .card { padding: 32px; }
  .names { grid-template-columns: 1fr 1fr; align-items: end; }
  button:not(.choice), .button { width: auto; }
  .hand:not(:has(.buttons)) { grid-template-columns: 1fr 1fr; align-items: end; }
  .hand > button { justify-self: start; }
  .actions { display: flex; flex-wrap: wrap; align-items: center; gap: 16px 24px; }
  .lead.actions { max-width: none; margin-top: 24px; }
}
@media (min-width: 960px) {
  main:not(.wide) { grid-template-columns: minmax(0, 6fr) minmax(0, 5fr); gap: 72px; padding-top: 88px; }
  .wide { padding-top: 56px; }
  .trail { margin-top: 48px; }
}
@media (prefers-reduced-motion: reduce) { * { transition: none !important; } }
@media (forced-colors: active) { button, .button { border: 2px solid ButtonText; } .trail { fill: CanvasText; } }
`;

/** What the Content-Security-Policy allows of styles. */
export const styleSource = `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
