/** Long enough for a slow machine to start reading the URL before it is revoked. */
export const FILE_URL_LIFE_MS = 60_000;

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
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
}
