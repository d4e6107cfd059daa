/** Where drafts are in local storage, so that they outlive a closed tab; all of them are removed when a member signs out. */
export const DRAFT_PREFIX = "draft:";

export function removeDrafts(isRemoved: (key: string) => boolean = () => true): void {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(DRAFT_PREFIX) && isRemoved(key)) localStorage.removeItem(key);
  }
}
