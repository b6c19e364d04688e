/** Chooses the tab whose panel the hash of the address names, where there is one (tabs.tsx). */
export function openTab(): void {
  const panel = location.hash.slice(1);
  for (const tab of document.querySelectorAll<HTMLInputElement>('.tab > input'))
    if (tab.value === panel) tab.checked = true;
}
