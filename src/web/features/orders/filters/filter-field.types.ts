import type { FilterDraft } from "./filter-draft.ts";

export interface FieldProps {
  draft: FilterDraft;
  error: string | null;
  onChange: (draft: FilterDraft) => void;
}
