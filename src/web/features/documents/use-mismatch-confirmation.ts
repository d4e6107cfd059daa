import { type RefObject, useEffect, useRef, useState } from "react";
import type { DocumentFinding } from "#contract/documents/documents.ts";

/** A file whose text does not match its order. */
export interface MismatchedFile {
  file: File;
  finding: DocumentFinding;
}

export type MismatchAnswer = "upload" | "choose" | "cancel";

/**
 * Asks once for each file that may be the wrong one. `mayUpload` resolves when there is no question or it was answered;
 * choosing another file opens the file picker.
 */
export function useMismatchConfirmation(fileInput: RefObject<HTMLInputElement | null>) {
  const [mismatch, setMismatch] = useState<MismatchedFile>();
  const [isOpen, setOpen] = useState(false);
  const [isChoosing, setChoosing] = useState(false);
  const [trusted] = useState(() => new WeakSet<File>());
  const resolve = useRef<((mayUpload: boolean) => void) | null>(null);

  // After the dialog has released the focus, which it would otherwise return to the button that opened it.
  useEffect(() => {
    if (!isChoosing) return;
    fileInput.current?.focus();
    setChoosing(false);
  }, [isChoosing, fileInput]);

  const mayUpload = (file: File, finding: DocumentFinding): Promise<boolean> => {
    if (finding.verdict !== "mismatch" || trusted.has(file)) return Promise.resolve(true);
    setMismatch({ file, finding });
    setOpen(true);
    return new Promise((settle) => {
      resolve.current = settle;
    });
  };

  const answer = (answered: MismatchAnswer) => {
    if (answered === "upload" && mismatch !== undefined) trusted.add(mismatch.file);
    if (answered === "choose") {
      fileInput.current?.click(); // Synchronously: browsers open the picker only during a user gesture.
      setChoosing(true);
    }
    resolve.current?.(answered === "upload");
    resolve.current = null;
    setOpen(false);
  };

  return { mismatch, isOpen, mayUpload, answer };
}
