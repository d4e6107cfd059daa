import * as z from "zod";
import { DAY_MS } from "#contract/dates.ts";
import type { MailingChange } from "#contract/status-mails/count-status-mails.ts";
import { BULK_PER_MINUTE, COUNTED_DAYS, type StatusMail } from "#contract/status-mails/status-mails.ts";
import { STATUS_MAIL_KEYS, type StatusMailKey } from "#contract/texts/mail-texts.ts";
import type { AuditService } from "#server/features/audit/audit.service.ts";
import type { MailService } from "#server/features/mail/mail.service.ts";
import type { MailTemplatesService } from "#server/features/mail-templates/mail-templates.service.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Queryable, Transaction } from "#server/platform/db/client.ts";
import { lockSetting, readSetting, writeSetting } from "#server/platform/db/settings.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Log } from "#server/platform/log.ts";
import {
  countStatusMailsByKey,
  countToMail,
  type DueStatusMail,
  findDueStatusMails,
  findStatusFacts,
  isStillDue,
  lockStatusFacts,
  type StatusFacts,
  settleStatusMail,
} from "./status-mails.repository.ts";

interface StatusMailsDeps {
  db: Database;
  now: Clock;
  log: Log;
  audit: Pick<AuditService, "record">;
  mail: Pick<MailService, "enqueueStatus" | "findBlock">;
  templates: Pick<MailTemplatesService, "status">;
}

/** The database function `note_status_mails` reads it too. */
const SETTING = "status-mails";
/** When each mail was switched on; those that are off are absent. */
const switchesSchema = z.partialRecord(z.enum(STATUS_MAIL_KEYS), z.iso.datetime());
type Switches = z.infer<typeof switchesSchema>;
const CHANGE_KEYS: Record<MailingChange, StatusMailKey> = { filed: "sent-to-authority", refunded: "refunded" };
/** In a run; there is one a minute. */
const SINGLE_PER_RUN = 500;

/** No mail about the work on an order that nobody works on any more. */
const ENDED = new Set<StatusFacts["status"]>(["Deleted", "Refunds", "Completed"]);
/** Whether what a status mail says is still true, and still news, when it is due. */
const STATUS_MAIL_RULES: Record<StatusMailKey, (facts: StatusFacts) => boolean> = {
  received: ({ status, isPaid }) => isPaid && !ENDED.has(status) && status !== "Pending",
  "filing-opens": ({ status, isPaid, isFiled }) => isPaid && !isFiled && !ENDED.has(status) && status !== "Future",
  "sent-to-authority": ({ status, isFiled }) => !ENDED.has(status) && (isFiled || status === "AwaitingGovt"),
  refunded: ({ refundedAt }) => refundedAt !== null,
};

export type StatusMailsService = ReturnType<typeof createStatusMailsService>;

/** Mails that tell customers what happened to their orders, each once an order (decision record 0104). */
export function createStatusMailsService({ db, now, log, audit, mail, templates }: StatusMailsDeps) {
  async function readSwitches(queryable: Queryable): Promise<Switches> {
    const text = await readSetting(queryable, SETTING);
    return text === null ? {} : switchesSchema.parse(JSON.parse(text));
  }

  async function list(): Promise<StatusMail[]> {
    const switches = await readSwitches(db);
    const { sent, waiting } = await countStatusMailsByKey(db, new Date(now().getTime() - COUNTED_DAYS * DAY_MS));
    return STATUS_MAIL_KEYS.map((key) => {
      const counted = sent.find((each) => each.key === key);
      return {
        key,
        since: switches[key] ?? null,
        sent: counted?.sent ?? 0,
        bounced: counted?.bounced ?? 0,
        waiting: waiting.find((each) => each.key === key)?.waiting ?? 0,
      };
    });
  }

  /** The address that is told; null when this was undone meanwhile or is no longer news, or no address takes mail. */
  async function recipient(tx: Transaction, key: StatusMailKey, facts: StatusFacts): Promise<string | null> {
    const isOn = (await readSwitches(tx))[key] !== undefined;
    const { email } = facts;
    if (!isOn || email === null || !STATUS_MAIL_RULES[key](facts)) return null;
    return (await mail.findBlock(tx, email)) === undefined ? email : null;
  }

  async function sendOne(due: DueStatusMail): Promise<void> {
    const { orderId, key } = due;
    const before = await findStatusFacts(db, orderId);
    if (before === undefined) return;
    const content = await templates.status(key, { orderId, fullName: before.fullName }, before.language);
    await db.transaction(async (tx) => {
      const facts = await lockStatusFacts(tx, orderId);
      if (facts === undefined || !(await isStillDue(tx, due))) return;
      const to = await recipient(tx, key, facts);
      if (to === null) return await settleStatusMail(tx, due, null);
      // Written for a name or a language that was corrected meanwhile: the next run writes it again.
      if (facts.fullName !== before.fullName || facts.language !== before.language) return;
      const message = { ...content, kind: "status" as const, to };
      const order = { id: orderId, fullName: facts.fullName };
      await settleStatusMail(tx, due, await mail.enqueueStatus(tx, { order, message, at: now() }));
    });
  }

  /** One that can't be sent now must not keep the others waiting. */
  async function sendDue(): Promise<void> {
    const at = now();
    const failures: unknown[] = [];
    for (const bounds of [
      { isBulk: false, limit: SINGLE_PER_RUN },
      { isBulk: true, limit: BULK_PER_MINUTE },
    ]) {
      for (const due of await findDueStatusMails(db, at, bounds)) {
        await sendOne(due).catch((error: unknown) => {
          log.error({ err: error, orderId: due.orderId, mail: due.key }, "a status mail could not be queued");
          failures.push(error);
        });
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, "some status mails could not be queued");
  }

  return {
    list,

    /** Switching on sends nothing for what happened before. */
    async switch(actor: { id: number }, { key, isOn }: { key: StatusMailKey; isOn: boolean }): Promise<StatusMail> {
      await db.transaction(async (tx) => {
        await lockSetting(tx, SETTING);
        const { [key]: since, ...others } = await readSwitches(tx);
        if ((since !== undefined) === isOn) return;
        const at = now();
        await writeSetting(tx, SETTING, JSON.stringify(isOn ? { ...others, [key]: at.toISOString() } : others));
        const event = { type: "status-mail-switched", data: { mail: key, is_on: isOn } } as const;
        await audit.record(tx, { at, actorId: actor.id, event });
      });
      const switched = (await list()).find((each) => each.key === key);
      if (switched === undefined) throw new Error(`no status mail ${key}`);
      return switched;
    },

    /** How many of these orders' customers would get a mail by this change. */
    async count(orderIds: readonly number[], change: MailingChange): Promise<number> {
      const switches = await readSwitches(db);
      return switches[CHANGE_KEYS[change]] === undefined ? 0 : await countToMail(db, orderIds, change);
    },

    /** Queues the mails that are due; those of bulk actions sixty a minute. */
    sendDue,

    registerJobs: (jobs: Jobs): void => jobs.schedule("status-mails", "* * * * *", sendDue),
  };
}
