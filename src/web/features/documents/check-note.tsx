import { Loader } from "@mantine/core";
import { useEffect } from "react";
import { DOCUMENT_MESSAGES } from "#contract/documents/messages.ts";
import { announce } from "#web/ui/announcer.tsx";
import classes from "./documents.module.css";
import { FindingMark } from "./finding-mark.tsx";
import { adviceWords, FINDING_TONES } from "./finding-words.ts";
import type { CheckOutcome } from "./use-document-check.ts";

/** The result of comparing a chosen file with its order; hidden while there is none. */
export function CheckNote({ outcome }: { outcome: CheckOutcome | { is: "running" } }) {
  const words = wordsOf(outcome);
  useEffect(() => {
    if (words !== null) announce(words);
  }, [words]);
  if (outcome.is === "running") {
    return (
      <span className={classes.finding} data-tone="waiting">
        <Loader size={14} aria-hidden />
        <span>Comparing it with the order</span>
      </span>
    );
  }
  if (words === null) return null;
  return (
    <FindingMark tone={outcome.is === "done" ? FINDING_TONES[outcome.finding.verdict] : "unclear"} words={words} />
  );
}

function wordsOf(outcome: CheckOutcome | { is: "running" }): string | null {
  if (outcome.is === "done") return adviceWords(outcome.finding);
  return outcome.is === "failed" ? DOCUMENT_MESSAGES.checkFailed : null;
}
