import type { MailTextKey } from "#contract/texts/mail-texts.ts";
import { DOCUMENT_WORDS } from "./document.ts";
import type { WordsInLanguages } from "./mail-words.types.ts";
import { FILING_OPENS_WORDS } from "./status-filing-opens.ts";
import { RECEIVED_WORDS } from "./status-received.ts";
import { REFUNDED_WORDS } from "./status-refunded.ts";
import { SENT_WORDS } from "./status-sent.ts";

export const BUILT_IN_MAILS: Record<MailTextKey, WordsInLanguages> = {
  document: DOCUMENT_WORDS,
  received: RECEIVED_WORDS,
  "filing-opens": FILING_OPENS_WORDS,
  "sent-to-authority": SENT_WORDS,
  refunded: REFUNDED_WORDS,
};
