import { useEffect, useRef, useState } from "react";
import type { DocumentFinding } from "#contract/documents/documents.ts";
import { type ApiError, toApiError } from "#web/platform/api-error.ts";
import { useCheckDocumentMutation } from "./documents.api.ts";
import { fileProblem } from "./upload-file.ts";

/** The state of the check: `refused` files can't be uploaded, `failed` says nothing about the file. */
export type CheckOutcome = { is: "done"; finding: DocumentFinding } | { is: "refused" } | { is: "failed" };
type CheckState = CheckOutcome | { is: "none" } | { is: "running" };

/** Time limit of the check; afterwards the upload continues without it. */
const TIMEOUT_MS = 15_000;
const ABOUT_THE_FILE: readonly string[] = ["unsupported_type", "too_large", "rule_violation", "invalid_input"];

interface Check {
  state: CheckState;
  /** Resolves when the running check has finished; at once when there is none. */
  settled: () => Promise<CheckOutcome>;
}

/**
 * Checks a file against its order as soon as it is chosen, and aborts when another one is. The reason of a refusal is
 * kept in `refusals` for the file's field.
 */
export function useDocumentCheck(orderId: number, file: File | null, refusals: WeakMap<File, string>): Check {
  const [send] = useCheckDocumentMutation();
  const [state, setState] = useState<CheckState>({ is: "none" });
  const outcome = useRef<Promise<CheckOutcome>>(NEVER_ASKED);

  useEffect(() => {
    if (file === null || fileProblem(file) !== null) {
      setState({ is: "none" });
      outcome.current = NEVER_ASKED;
      return;
    }
    let isCurrent = true;
    const sent = send({ body: { orderId }, file });
    const timeout = setTimeout(() => sent.abort(), TIMEOUT_MS);
    setState({ is: "running" });
    outcome.current = sent.unwrap().then(
      ({ data }): CheckOutcome => ({ is: "done", finding: data.finding }),
      (thrown): CheckOutcome => outcomeOf(toApiError(thrown), file, refusals),
    );
    void outcome.current.then((came) => {
      clearTimeout(timeout);
      if (isCurrent) setState(came);
    });
    return () => {
      isCurrent = false;
      clearTimeout(timeout);
      sent.abort();
    };
  }, [send, orderId, file, refusals]);

  return { state, settled: () => outcome.current };
}

const NEVER_ASKED: Promise<CheckOutcome> = Promise.resolve({ is: "failed" });

function outcomeOf({ refusal, message }: ApiError, file: File, refusals: WeakMap<File, string>): CheckOutcome {
  if (refusal === null || !ABOUT_THE_FILE.includes(refusal.code)) return { is: "failed" };
  refusals.set(file, message);
  return { is: "refused" };
}
