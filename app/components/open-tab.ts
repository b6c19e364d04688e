/** Selects the tab whose panel is named by the address's hash, if there is one (tabs.tsx). */
export function openTab(): void {
  const panel = location.hash.slice(1);
  for (const tab of document.querySelectorAll<HTMLInputElement>('.tab > input'))
    if (tab.value === panel) tab.checked = true;
}
