import { useEffect, useState } from "react";
import type { FieldPath, FieldPathValue, FieldValues, UseFormReturn } from "react-hook-form";
import * as z from "zod";
import { keepDraft, readJsonDraft } from "./drafts.ts";

const keptSchema = z.record(z.string(), z.string());

/**
 * Keeps what was typed into these fields of a form until it is sent or cancelled: a closed dialog, a reload and an
 * expired session lose nothing. Fields that still hold what they opened with are filled anew.
 * @param topic of the draft; stays the same while the form is shown
 * @returns whether the form opened with a draft, and a function that forgets it
 */
export function useKeptForm<I extends FieldValues, O, N extends FieldPath<I>>(
  form: UseFormReturn<I, unknown, O>,
  topic: string,
  fields: readonly N[],
): { isKept: boolean; forget: () => void } {
  const [isKept, setKept] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; the form object is another one with each of its states
  useEffect(() => {
    const opened = form.getValues();
    const kept = readJsonDraft(topic, keptSchema) ?? {};
    setKept(fields.some((field) => kept[field] !== undefined));
    for (const field of fields) {
      if (kept[field] !== undefined) form.setValue(field, kept[field] as FieldPathValue<I, N>, { shouldDirty: true });
    }
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        const typed = fields.filter((field) => (values[field] ?? "") !== (opened[field] ?? ""));
        const draft = Object.fromEntries(typed.map((field) => [field, values[field]]));
        keepDraft(topic, typed.length === 0 ? null : JSON.stringify(draft));
      },
    });
  }, [topic]);
  return { isKept, forget: () => keepDraft(topic, null) };
}
