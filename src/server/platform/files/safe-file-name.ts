/** A file's name as its sender gave it, with the extension of its type and without characters special in paths. */
export function safeFileName(originalName: string, ending: string): string {
  const name = originalName.replaceAll(/[/\\:*?"<>|]/g, "_");
  const stem = name.replace(/\.[^.]{1,5}$/, "");
  return `${stem || "document"}.${ending}`;
}
