/** Lets the browser save the file at `path` without leaving the page. */
export function saveFile(path: string): void {
  const link = document.createElement("a");
  link.href = path;
  link.download = "";
  link.hidden = true;
  document.body.append(link);
  link.click();
  link.remove();
}
