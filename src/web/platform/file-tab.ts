/** Long enough for a slow machine to begin reading; a tab or a download keeps what it has read. */
export const FILE_URL_LIFE_MS = 60_000;

/** A tab that waits for a file. */
export interface FileTab {
  show(url: string): void;
  /** Nothing comes: the tab goes. */
  giveUp(): void;
}

/**
 * Opens a tab for a file that is fetched meanwhile. To be called while the press is still on the stack, or the browser
 * takes the tab for an unwanted one.
 * @param title the tab's name while it waits
 * @returns null when the browser refused it all the same
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

/** Saves what stands at an address of this page under a name. */
export function saveFile(url: string, name: string): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
}
