import type { Language } from "#contract/tracking/visitor-languages.ts";

/** Version 0 of a mail's text in one language. */
export interface MailWords {
  subject: string;
  body: string;
  /** The line that mail programs show after the subject; by default the start of what follows the greeting. */
  preview?: string;
}

export type WordsInLanguages = Record<Language, MailWords>;
