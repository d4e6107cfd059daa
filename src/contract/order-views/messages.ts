export const ORDER_VIEW_MESSAGES = {
  viewNameRequired: "Please enter a name for the view.",
  viewNameTaken: "There is a view of this list with this name already. Please choose another name.",
  viewVersion: "Send id and version together, or neither for a new view.",
  viewUnnamed: "Only a new view that is not shared may have no name.",
  viewFuture: "Future orders are listed by month and have no saved views.",
  viewOtherList: "A view can't be moved to another list.",
  viewNotFound: "This view does not exist or no longer exists.",
  viewMaybePersonal: "It may be a personal view of a colleague.",
  viewReadOnly: "Only an Admin or a Manager can change a shared view. Save it as a view of your own instead.",
  viewShareForbidden: "Only an Admin or a Manager can share a view.",
  viewSharedSearch: "A shared view has no search text: it may be personal data. Clear the search, then share the view.",
  viewsPersonalMax: "You have 50 views already. Delete one, then save this one.",
  viewsSharedMax: "30 views are shared already. Delete one or stop sharing it, then share this one.",
  viewsPinnedMax: "6 views are pinned already. Unpin one, then pin this one.",
  viewPinned: "The view is in your side panel.",
  viewUnpinned: "The view is no longer in your side panel.",
  viewSaved: "The view is saved.",
  viewDeleted: "The view is deleted.",
} as const;

/** The refusal of a change of a view that names an old version: who changed it, and when. */
export function viewConflictMessage(by: string, at: string): string {
  return `${by} changed this view at ${at} UTC. Open it again and decide again.`;
}
