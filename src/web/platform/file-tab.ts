/** Long enough for a slow machine to start reading the URL before it is revoked. */
const FILE_URL_LIFE_MS = 60_000;

/** Revokes a file's URL that was just opened or saved. */
export function freeLater(url: string): void {
  setTimeout(() => URL.revokeObjectURL(url), FILE_URL_LIFE_MS);
}

/** A tab that waits for a file. */
export interface FileTab {
  show(url: string): void;
  /** Closes the tab when there is no file. */
  giveUp(): void;
}

/**
 * Opens a tab for a file that is still being fetched. Must be called synchronously in the event handler, otherwise the
 * browser blocks it as a pop-up.
 * @param title the tab's title while it waits
 * @returns null when the browser blocked it nevertheless
 */
export function openFileTab(title: string): FileTab | null {
  const tab = window.open("", "_blank");
  if (tab === null) return null;
  tab.document.title = title;
  tab.document.body.textContent = `${title}…`;
  tab.opener = null;
  return {
    show: (url) => tab.location.replace(url),
    giveUp: () => tab.close(),
  };
}

/** Saves the file at a URL of this page under a name. */
export function saveFile(url: string, name: string): void {
  Object.assign(document.createElement("a"), { href: url, download: name }).click();
}

/** Saves a file under a name, as a type of ours whatever the response said. */
export function saveBytes(bytes: Blob | string, type: string, name: string): void {
  const url = URL.createObjectURL(new Blob([bytes], { type }));
  saveFile(url, name);
  freeLater(url);
}
