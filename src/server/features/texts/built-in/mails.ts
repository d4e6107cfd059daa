import type { MailTextKey } from "#contract/texts/mail-texts.ts";
import { DOCUMENT_WORDS } from "./document.ts";
import type { WordsInLanguages } from "./mail-words.types.ts";

export const BUILT_IN_MAILS: Record<MailTextKey, WordsInLanguages> = { document: DOCUMENT_WORDS };
