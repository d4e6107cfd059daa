import { isDeepStrictEqual } from "node:util";
import { formatDateTimeUtc } from "#contract/dates.ts";
import { can } from "#contract/roles.ts";
import { replyConflictMessage, TEXT_MESSAGES } from "#contract/texts/messages.ts";
import { QUICK_REPLIES_MAX, type QuickReply, type SaveQuickReply } from "#contract/texts/quick-replies.ts";
import type { Language } from "#contract/tracking/visitor-languages.ts";
import { AppError, refused } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Queryable } from "#server/platform/db/client.ts";
import type { SessionMember } from "#server/platform/http/access.ts";
import { BUILT_IN_REPLIES } from "./built-in/replies.ts";
import { findTexts, findVersions, insertText, lockTexts, type TextRecord } from "./texts.repository.ts";

type Actor = Pick<SessionMember, "id" | "type" | "name">;

interface TextsDeps {
  db: Database;
  now: Clock;
}

export type TextsService = ReturnType<typeof createTextsService>;

const BUILT_IN: readonly QuickReply[] = BUILT_IN_REPLIES.map((reply) => ({
  ...reply,
  language: "en",
  version: 0,
  roles: null,
  is_removed: false,
  saved: null,
}));

/** Ready texts of the office (decision record 0100). Those that come with the program are version 0 of themselves. */
export function createTextsService({ db, now }: TextsDeps) {
  return {
    /** By name. */
    async list(actor: Actor): Promise<QuickReply[]> {
      const all = await current(db);
      const isSeen = ({ roles, is_removed }: QuickReply) =>
        can(actor.type, "texts:edit") || (!is_removed && (roles === null || roles.includes(actor.type)));
      return all.filter(isSeen).sort((one, other) => one.name.localeCompare(other.name, "en"));
    },

    /** Newest first; none for an unknown key. */
    async versions(key: string, language: Language): Promise<QuickReply[]> {
      const stored = await findVersions(db, { use: "quick-reply", key, language });
      return [...stored.map(toReply), ...BUILT_IN.filter((reply) => isSame(reply, { key, language }))];
    },

    /** @throws AppError conflict_version; rule_violation for a taken name or one more than the limit */
    async save(actor: Actor, { removed, ...reply }: SaveQuickReply): Promise<QuickReply> {
      return await db.transaction(async (tx) => {
        await lockTexts(tx);
        const all = await current(tx);
        const before = all.find((each) => isSame(each, reply));
        const { version } = reply;
        const next = { ...reply, version: version + 1, is_removed: removed };
        if (before !== undefined && before.version !== version) {
          if (
            before.saved?.by === actor.name &&
            isDeepStrictEqual({ ...before, saved: null }, { ...next, saved: null })
          )
            return before; // The answer of the same call was lost.
          throw conflict(before);
        }
        const others = all.filter((each) => each !== before && !each.is_removed);
        if (!removed) requireRoom(others, reply);
        const at = now();
        const { is_removed: isRemoved, ...columns } = next;
        await insertText(tx, { ...columns, use: "quick-reply", isRemoved, createdAt: at, createdBy: actor.id });
        return { ...next, saved: { by: actor.name, at: at.toISOString() } };
      });
    },
  };
}

/** The newest version of each quick reply, removed ones too. */
async function current(from: Queryable): Promise<QuickReply[]> {
  const stored = (await findTexts(from, "quick-reply")).map(toReply);
  return [...stored, ...BUILT_IN.filter((reply) => !stored.some((each) => isSame(each, reply)))];
}

type Identity = Pick<QuickReply, "key" | "language">;
const isSame = (one: Identity, other: Identity) => one.key === other.key && one.language === other.language;

function toReply({ isRemoved, at, by, ...reply }: TextRecord): QuickReply {
  return { ...reply, is_removed: isRemoved, saved: { by, at: at.toISOString() } };
}

function conflict({ key, language, version, saved }: QuickReply): AppError {
  const message =
    saved === null ? TEXT_MESSAGES.replyVersion : replyConflictMessage(saved.by, formatDateTimeUtc(saved.at));
  return new AppError("conflict_version", message, { data: { key, language, version } });
}

function requireRoom(
  others: readonly QuickReply[],
  { name, language }: Pick<SaveQuickReply, "name" | "language">,
): void {
  if (others.length >= QUICK_REPLIES_MAX) throw new AppError("rule_violation", TEXT_MESSAGES.repliesMax);
  const isTaken = others.some((each) => each.language === language && each.name.toLowerCase() === name.toLowerCase());
  if (isTaken) throw refused(TEXT_MESSAGES.replyNameTaken, "name");
}
