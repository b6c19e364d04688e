/** Hands `content` to the browser as a file. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Browsers read it after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
