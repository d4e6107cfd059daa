import { useState } from "react";
import type { SheetField } from "#contract/filings/filing-profile.ts";

/** Which fields were copied. A tick counts for the value that was copied: a corrected field has to be copied again. */
export function useTicks() {
  const [copied, setCopied] = useState<ReadonlyMap<string, string>>(new Map());
  return {
    isTicked: ({ field, value }: SheetField) => copied.get(field.key) === value,
    tick: ({ field, value }: SheetField) => setCopied((before) => new Map(before).set(field.key, value)),
  };
}
