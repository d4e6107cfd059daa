import { formatDateTimeUtc } from "#contract/dates.ts";
import {
  MAIL_TEXT_KEYS,
  type MailText,
  type MailTextKey,
  mailTextSchema,
  type SaveMailText,
} from "#contract/texts/mail-texts.ts";
import { mailTextConflictMessage, TEXT_MESSAGES } from "#contract/texts/messages.ts";
import { LANGUAGES, type Language } from "#contract/tracking/visitor-languages.ts";
import type { AuditService } from "#server/features/audit/audit.service.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database } from "#server/platform/db/client.ts";
import type { SessionMember } from "#server/platform/http/access.ts";
import type { MailWords } from "./built-in/mail-words.types.ts";
import { BUILT_IN_MAILS } from "./built-in/mails.ts";
import { findTexts, findVersions, insertText, lockTexts, type TextRecord } from "./texts.repository.ts";

type Actor = Pick<SessionMember, "id" | "name">;

interface MailTextsDeps {
  db: Database;
  now: Clock;
  audit: Pick<AuditService, "record">;
}

/** What a mail is written from. `version` is 0 for the text that comes with the program. */
export interface MailTextInUse extends MailWords {
  key: MailTextKey;
  language: Language;
  version: number;
}

export type MailTextsService = ReturnType<typeof createMailTextsService>;
/** What writes mails needs of them. */
export type MailTextsInUse = Pick<MailTextsService, "inUse">;

/** Where the office changes no texts. */
export const BUILT_IN_TEXTS: MailTextsInUse = { inUse: async (key, language) => builtInUse(key, language) };

/** The words of the mails that the office may change: versions, of which the newest counts (decision record 0103). */
export function createMailTextsService({ db, now, audit }: MailTextsDeps) {
  return {
    /** For a customer whose language nobody knows, in English. */
    async inUse(key: MailTextKey, language: Language | null): Promise<MailTextInUse> {
      const found = { key, language: language ?? "en" };
      const [stored] = await findVersions(db, { use: "mail", ...found }, 1);
      if (stored === undefined || stored.isRemoved) return builtInUse(key, language);
      return { ...found, version: stored.version, subject: stored.subject ?? "", body: stored.body };
    },

    /** Every text that can be changed, in every language. */
    async list(): Promise<MailText[]> {
      const stored = (await findTexts(db, "mail")).flatMap(toMailText);
      return MAIL_TEXT_KEYS.flatMap((key) =>
        LANGUAGES.map(
          ([language]) =>
            stored.find((each) => each.key === key && each.language === language) ?? builtInText(key, language),
        ),
      );
    },

    /** Newest first. */
    async versions(key: MailTextKey, language: Language): Promise<MailText[]> {
      const stored = await findVersions(db, { use: "mail", key, language });
      return [...stored.flatMap(toMailText), builtInText(key, language)];
    },

    /**
     * The text of a mail from now on. The same text again adds no version.
     * @throws AppError conflict_version
     */
    async save(actor: Actor, { key, language, version, subject, body, builtIn }: SaveMailText): Promise<MailText> {
      return await db.transaction(async (tx) => {
        await lockTexts(tx);
        const [newest] = (await findVersions(tx, { use: "mail", key, language }, 1)).flatMap(toMailText);
        const before = newest ?? builtInText(key, language);
        const words = builtIn ? builtInText(key, language) : { subject, body, is_built_in: false };
        const isSame = before.is_built_in === builtIn && before.subject === words.subject && before.body === words.body;
        // The answer of the same call was lost, or the button was pressed twice.
        if (isSame && (before.version === version || before.saved?.by === actor.name)) return before;
        if (before.version !== version) throw conflict(before);
        const at = now();
        const next = { key, language, version: version + 1, subject: words.subject, body: words.body };
        await insertText(tx, {
          ...next,
          use: "mail",
          name: key,
          isRemoved: builtIn,
          createdAt: at,
          createdBy: actor.id,
        });
        const data = { text: key, language, version: next.version, is_built_in: builtIn };
        await audit.record(tx, { at, actorId: actor.id, event: { type: "mail-text-published", data } });
        return { ...next, is_built_in: builtIn, saved: { by: actor.name, at: at.toISOString() } };
      });
    },
  };
}

function builtInUse(key: MailTextKey, language: Language | null): MailTextInUse {
  const code = language ?? "en";
  return { key, language: code, version: 0, ...BUILT_IN_MAILS[key][code] };
}

function builtInText(key: MailTextKey, language: Language): MailText {
  const { subject, body } = BUILT_IN_MAILS[key][language];
  return { key, language, version: 0, subject, body, is_built_in: true, saved: null };
}

/** None for a text of another version of the program. */
function toMailText({ key, language, version, subject, body, isRemoved, by, at }: TextRecord): MailText[] {
  const parsed = mailTextSchema.shape.key.safeParse(key);
  if (!parsed.success) return [];
  const saved = { by, at: at.toISOString() };
  const builtIn = builtInText(parsed.data, language);
  if (isRemoved) return [{ ...builtIn, version, saved }];
  return [{ ...builtIn, version, subject: subject ?? "", body, is_built_in: false, saved }];
}

function conflict({ key, language, version, saved }: MailText): AppError {
  const message =
    saved === null ? TEXT_MESSAGES.replyVersion : mailTextConflictMessage(saved.by, formatDateTimeUtc(saved.at));
  return new AppError("conflict_version", message, { data: { key, language, version } });
}
