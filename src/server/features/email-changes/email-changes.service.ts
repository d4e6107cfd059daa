import type * as z from "zod";
import { DAY_MS, formatDateTimeUtc, HOUR_MS } from "#contract/dates.ts";
import {
  CONFIRM_HOURS,
  CONTEST_DAYS,
  type changeOrderEmail,
  EMAIL_PROOF_LABELS,
  type EmailChange,
  type EmailProof,
  type resolveEmailChange,
} from "#contract/email-changes/email-changes.ts";
import {
  EMAIL_CHANGE_MESSAGES,
  emailChangeOpenMessage,
  proofMissingMessage,
} from "#contract/email-changes/messages.ts";
import { BLOCK_MESSAGES } from "#contract/mail/mail.ts";
import { MESSAGES } from "#contract/messages.ts";
import { emailKey, maskEmail } from "#contract/text.ts";
import { VISITOR_MESSAGES } from "#contract/tracking/visitor-messages.ts";
import type { MailService, OutgoingMessage } from "#server/features/mail/mail.service.ts";
import type { MailTemplatesService } from "#server/features/mail-templates/mail-templates.service.ts";
import type { EmailedOrder, OrderEmails } from "#server/features/orders/email/order-email.repository.ts";
import type { TimelineService } from "#server/features/timeline/timeline.service.ts";
import { AppError, notFound, refused, requireFound } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Database, Transaction } from "#server/platform/db/client.ts";
import { hashLinkToken, type LinkTokens } from "#server/platform/mail/link-tokens.ts";
import { toEmailChange } from "./email-change-mapping.ts";
import {
  type EmailChangeRecord,
  findAskedBy,
  findByToken,
  findOpenChanges,
  insertChange,
  type Link,
  settleChange,
} from "./email-changes.repository.ts";

interface EmailChangesDeps {
  db: Database;
  now: Clock;
  timeline: TimelineService;
  orders: OrderEmails;
  mail: Pick<MailService, "enqueueAboutAddress" | "cancelTo" | "resume" | "findBlock">;
  templates: Pick<MailTemplatesService, "emailConfirm" | "emailAsked" | "emailChanged">;
  linkTokens: Pick<LinkTokens, "make">;
  /** The refusal of a change that was decided on older facts. */
  factsVersionConflict(tx: Transaction, orderId: number): Promise<AppError>;
  /** Mails each Admin, in the transaction of the objection. */
  notifyAdmins(tx: Transaction, about: { order: number; asked_by: string; is_open: boolean }): Promise<void>;
  limits: { emailLink(ip: string): Promise<void>; emailLinkFound(ip: string): Promise<void> };
}

type Actor = { id: number; name: string };
type Asked = z.output<typeof changeOrderEmail.body>;
type Resolved = z.output<typeof resolveEmailChange.body>;
type Open = Awaited<ReturnType<typeof findOpenChanges>>[number];

export type EmailChangesService = ReturnType<typeof createEmailChangesService>;

const masked = (email: string | null) => (email === null ? null : maskEmail(email));

/** Changes an order's e-mail address, which is the visitor's proof, only when the new one confirms it (decision record 0089). */
export function createEmailChangesService(deps: EmailChangesDeps) {
  const { db, now, timeline, orders, mail, templates, linkTokens, limits, factsVersionConflict, notifyAdmins } = deps;

  async function requireOrder(tx: Transaction, orderId: number): Promise<EmailedOrder> {
    const order = requireFound(await orders.lock(tx, orderId), MESSAGES.orderNotFound);
    if (order.status === "Deleted") throw new AppError("rule_violation", EMAIL_CHANGE_MESSAGES.emailChangeDeleted);
    return order;
  }

  /** Closes a change whose link has expired. @throws AppError conflict_version while another change is open */
  async function assertNoneOpen(tx: Transaction, open: readonly Open[], at: Date): Promise<void> {
    for (const { change, askedBy } of open) {
      const isContested = change.contestedAt !== null;
      if (change.confirmedAt !== null && !isContested) continue;
      if (!isContested && change.expiresAt <= at) await settleChange(tx, change.id, { resolvedAt: at });
      else {
        const askedOn = formatDateTimeUtc(change.askedAt.toISOString());
        throw new AppError("conflict_version", emailChangeOpenMessage(askedBy, askedOn, isContested));
      }
    }
  }

  /** Queues a mail if the address is known and not blocked. @returns whether it did */
  async function notify(
    tx: Transaction,
    context: { order: EmailedOrder; actorId: number | null; at: Date; linkSeed: string | null },
    to: string | null,
    message: Omit<OutgoingMessage, "to">,
  ): Promise<boolean> {
    if (to === null || (await mail.findBlock(tx, to)) !== undefined) return false;
    await mail.enqueueAboutAddress(tx, { ...context, message: { ...message, to } });
    return true;
  }

  /** Both addresses learn which one is valid now. @param link lets the former one contest it */
  async function notifyOfChange(
    tx: Transaction,
    context: { order: EmailedOrder; actorId: number | null; at: Date },
    { former, current }: { former: string | null; current: string | null },
    contestSeed: string | null,
  ): Promise<void> {
    if (current === null) return;
    const to = addressee(context.order);
    const plain = await templates.emailChanged(to, { newEmail: current, canContest: false });
    const contestable = await templates.emailChanged(to, { newEmail: current, canContest: true });
    const toFormer = { kind: "email-changed", ...(contestSeed === null ? plain : contestable) } as const;
    await notify(tx, { ...context, linkSeed: contestSeed }, former, toFormer);
    await notify(tx, { ...context, linkSeed: null }, current, { kind: "email-changed", ...plain });
  }

  /**
   * Runs `settle` for the change of a token, under the order's lock and with the change as it is then. It returns true also
   * for what the same link has settled already: a button pressed twice gets the same answer.
   * @throws AppError rate_limited, or the same not_found for every token that settles nothing
   */
  async function byToken(
    link: Link,
    { token, ip }: { token: string; ip: string },
    settle: (tx: Transaction, input: { order: EmailedOrder; change: EmailChangeRecord; at: Date }) => Promise<boolean>,
  ): Promise<void> {
    await limits.emailLink(ip);
    const hash = hashLinkToken(token);
    const seen = await findByToken(db, link, hash);
    const isSettled =
      seen !== undefined &&
      (await db.transaction(async (tx) => {
        const order = await orders.lock(tx, seen.orderId);
        const change = await findByToken(tx, link, hash);
        return order !== undefined && change !== undefined && (await settle(tx, { order, change, at: now() }));
      }));
    if (!isSettled) throw notFound(VISITOR_MESSAGES.emailLinkInvalid);
    await limits.emailLinkFound(ip);
  }

  return {
    /**
     * Asks the new address to confirm, and notifies the old one.
     * @throws AppError not_found, conflict_version for old facts or while a change is open, rule_violation
     */
    async ask(actor: Actor, { orderId, factsVersion, email, reason, proof }: Asked): Promise<EmailChange> {
      return await db.transaction(async (tx) => {
        const order = await requireOrder(tx, orderId);
        if (factsVersion !== order.factsVersion) throw await factsVersionConflict(tx, orderId);
        const at = now();
        if (emailKey(email) === order.emailKey) throw refused(EMAIL_CHANGE_MESSAGES.emailChangeSame, "email");
        const block = await mail.findBlock(tx, email);
        if (block !== undefined) throw refused(BLOCK_MESSAGES[block], "email");
        const facts = [...new Set(proof)];
        const missing = facts.find((fact) => !HELD[fact](order));
        if (missing !== undefined) throw refused(proofMissingMessage(EMAIL_PROOF_LABELS[missing]), "proof");
        await assertNoneOpen(tx, await findOpenChanges(tx, orderId), at);
        const [confirm, contest] = [linkTokens.make(), linkTokens.make()];
        const change = await insertChange(tx, {
          orderId,
          oldEmail: order.email,
          newEmail: email,
          askedBy: actor.id,
          reason,
          proof: facts,
          confirmHash: confirm.tokenHash,
          contestHash: contest.tokenHash,
          contestSeed: contest.seed,
          askedAt: at,
          expiresAt: new Date(at.getTime() + CONFIRM_HOURS * HOUR_MS),
        });
        const [from, to] = [masked(order.email), maskEmail(email)];
        const data = { change_id: change.id, from, to, reason, proof: facts };
        await timeline.recordFor(tx, at, orderId, actor.id, { type: "email-change-asked", data });
        const [context, person] = [{ order, actorId: actor.id, at }, addressee(order)];
        const confirmation = await templates.emailConfirm(person);
        await notify(tx, { ...context, linkSeed: confirm.seed }, email, { kind: "email-confirm", ...confirmation });
        const message = await templates.emailAsked(person, email);
        await notify(tx, { ...context, linkSeed: contest.seed }, order.email, { kind: "email-asked", ...message });
        return toEmailChange({ ...change, askedBy: actor.name, askedById: actor.id });
      });
    },

    /** Confirms the new address by the token mailed to it. @throws AppError rate_limited, not_found */
    confirm: (request: { token: string; ip: string }) =>
      byToken("confirmHash", request, async (tx, { order, change, at }) => {
        if (change.contestedAt !== null || change.resolvedAt !== null || order.status === "Deleted") return false;
        if (change.confirmedAt !== null) return true;
        if (change.expiresAt <= at) return false;
        const { oldEmail, newEmail } = change;
        await settleChange(tx, change.id, { confirmedAt: at });
        await orders.write(tx, { ...order, email: newEmail });
        const cancelled = oldEmail === null ? [] : await mail.cancelTo(tx, order.id, oldEmail);
        const data = { change_id: change.id, from: masked(oldEmail), to: maskEmail(newEmail) };
        await timeline.recordFor(tx, at, order.id, null, {
          type: "email-changed",
          data: { ...data, ip: request.ip, cancelled_mails: cancelled },
        });
        const addresses = { former: oldEmail, current: newEmail };
        await notifyOfChange(tx, { order, actorId: null, at }, addresses, change.contestSeed);
        return true;
      }),

    /**
     * Contests a change by the token mailed to the old address: cancels a pending one, and stops all mail and access of
     * the order after a confirmed one. @throws AppError rate_limited, not_found
     */
    contest: (request: { token: string; ip: string }) =>
      byToken("contestHash", request, async (tx, { order, change, at }) => {
        const { confirmedAt, contestedAt, resolvedAt, resolvedBy } = change;
        if (contestedAt !== null) return resolvedBy === null;
        const until = confirmedAt === null ? change.expiresAt.getTime() : confirmedAt.getTime() + CONTEST_DAYS * DAY_MS;
        if (resolvedAt !== null || until <= at.getTime()) return false;
        const isPending = confirmedAt === null;
        await settleChange(tx, change.id, { contestedAt: at, ...(isPending && { resolvedAt: at }) });
        const cancelled: number[] = [];
        const asked_by = await findAskedBy(tx, change.id);
        for (const { change: open } of await findOpenChanges(tx, order.id)) {
          // A newer change, possibly requested by the attacker.
          if (open.confirmedAt !== null) continue;
          await settleChange(tx, open.id, { resolvedAt: at });
          cancelled.push(...(await mail.cancelTo(tx, order.id, open.newEmail)));
        }
        if (isPending) cancelled.push(...(await mail.cancelTo(tx, order.id, change.newEmail)));
        else await orders.endGrants(tx, order.id);
        const data = { change_id: change.id, was_confirmed: !isPending, ip: request.ip, cancelled_mails: cancelled };
        await timeline.recordFor(tx, at, order.id, null, { type: "email-change-contested", data });
        await notifyAdmins(tx, { order: order.id, asked_by, is_open: !isPending });
        return true;
      }),

    /**
     * Cancels a pending change, or decides a contested one: keeps the new address or restores the old one. Whoever asked
     * for the change, or for a later one that depends on it, doesn't decide the objection to it.
     * @throws AppError not_found, forbidden, rule_violation when there is nothing to decide
     */
    async resolve(actor: Actor, { orderId, restore, reason }: Resolved) {
      return await db.transaction(async (tx) => {
        const order = await requireOrder(tx, orderId);
        const at = now();
        const open = (await findOpenChanges(tx, orderId)).map(({ change }) => change);
        const contested = open.find(({ contestedAt }) => contestedAt !== null);
        const pending = open.find(({ confirmedAt }) => confirmedAt === null);
        const decided = contested ?? pending;
        if (decided === undefined) throw new AppError("rule_violation", EMAIL_CHANGE_MESSAGES.emailChangeNone);
        if (contested === undefined && !restore)
          throw new AppError("rule_violation", EMAIL_CHANGE_MESSAGES.emailChangeUnconfirmed);
        // Later changes depend on this one.
        const settled = open.filter(({ id }) => id >= decided.id);
        if (contested !== undefined && settled.some(({ askedBy }) => askedBy === actor.id)) {
          throw new AppError("forbidden", EMAIL_CHANGE_MESSAGES.emailChangeOwn);
        }
        const outcome = contested === undefined ? "cancelled" : restore ? "restored" : "kept";
        for (const { id } of settled) {
          await settleChange(tx, id, { resolvedAt: at, resolvedBy: actor.id });
        }
        const cancelled = restore
          ? await mail.cancelTo(tx, orderId, contested === undefined ? decided.newEmail : (order.email ?? ""))
          : [];
        const email = outcome === "restored" ? decided.oldEmail : order.email;
        if (outcome === "restored") await orders.write(tx, { ...order, email });
        const data = {
          change_id: decided.id,
          email: masked(email),
          outcome,
          reason,
          cancelled_mails: cancelled,
        } as const;
        await timeline.recordFor(tx, at, orderId, actor.id, { type: "email-change-resolved", data });
        if (outcome === "restored") {
          const addresses = { former: order.email, current: email };
          await notifyOfChange(tx, { order, actorId: actor.id, at }, addresses, null);
        }
        await mail.resume(tx, orderId);
        return { outcome, data: { order_id: orderId, email } } as const;
      });
    },
  };
}

/** Whether the order holds a fact that a caller can name. */
const HELD: Record<EmailProof, (order: EmailedOrder) => boolean> = {
  passport_number: ({ passportNumber }) => passportNumber !== null,
  date_of_birth: ({ dateOfBirth }) => dateOfBirth !== null,
  card_last4: ({ cardLast4 }) => cardLast4 !== null,
  amount: ({ amount }) => amount !== null,
};

function addressee({ id, fullName }: EmailedOrder) {
  return { orderId: id, fullName };
}
