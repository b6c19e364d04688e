// The last script of every page. A page that waits for nothing is loaded in the task that has read it, and has its style and its
// layout found in that same task. A module takes its turn later, and with it the load; after-first-frame.js asks for the
// layout in between, so that the browser has a chance to answer before and after it.
export {};
