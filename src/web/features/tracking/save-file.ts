/** Lets the browser save what is at `path`; the page stays where it is. */
export function saveFile(path: string): void {
  const link = document.createElement("a");
  link.href = path;
  link.download = "";
  link.hidden = true;
  document.body.append(link);
  link.click();
  link.remove();
}
