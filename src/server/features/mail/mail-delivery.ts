import { randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";
import pLimit from "p-limit";
import { servedName } from "#contract/documents.ts";
import { BLOCK_MESSAGES } from "#contract/mail.ts";
import { messageIdOf } from "#server/platform/mail/mail-message.ts";
import { type MailRoute, type OutgoingMail, SendError } from "#server/platform/mail/mail-transport.ts";
import { findDue, findForDelivery, type MailRecord, takeStep } from "./mail.repository.ts";
import type { MailDeps } from "./mail.service.ts";
import type { MailOutcomes, Outcome } from "./mail-outcomes.ts";
import type { MailSchedule } from "./mail-schedule.ts";
import { findBlock } from "./suppressions.repository.ts";

export type DeliveryDeps = Omit<MailDeps, "schedule"> & { schedule: MailSchedule };
type DueMail = NonNullable<Awaited<ReturnType<typeof findForDelivery>>>;

/** So many of one sweep, four at a time: each may take its two minutes, and the job has ten. */
const SWEEP_SIZE = 16;
const AT_ONCE = 4;

/**
 * Brings queued mails out. A try is claimed and committed before the network call, so a process that dies leaves a
 * lease that ends; whoever finds it asks the road what became of the try, and where nobody can tell, the mail waits and
 * is sent once more by the same road, marked as a possible duplicate. Several processes may work at once.
 */
export function createMailDelivery(deps: DeliveryDeps, outcomes: MailOutcomes) {
  const { db, now, log, files, routes, schedule } = deps;
  const limit = pLimit(AT_ONCE);

  async function deliver(mailId: number): Promise<void> {
    const due = await findForDelivery(db, mailId);
    if (due === undefined || due.mail.dueAt === null || due.mail.dueAt > now()) return;
    if (due.mail.state === "queued") await attempt(due);
    else if (due.mail.state === "sending") await recover(due.mail);
    else if (due.mail.state === "unknown") await resendUnknown(due);
  }

  /** One try of a mail that is claimed here and now. */
  async function attempt(due: DueMail, mark: { possibleDuplicate?: true } = {}): Promise<void> {
    const route = routeFor(due.mail);
    const leaseEnd = new Date(now().getTime() + schedule.leaseMs);
    const claimed = await takeStep(db, due.mail, {
      state: "sending",
      attemptId: randomUUID(),
      attempts: due.mail.attempts + 1,
      transport: route.transport.name,
      dueAt: leaseEnd,
      ...mark,
    });
    if (claimed === undefined) return;
    const outcome = await trySend({ ...due, mail: claimed }, route, leaseEnd);
    if (outcome !== undefined) await outcomes.settle(claimed, route, outcome);
  }

  /** Undefined when the lease ended before the mail could leave: then whoever took it over decides. */
  async function trySend(due: DueMail, route: MailRoute, leaseEnd: Date): Promise<Outcome | undefined> {
    const blocked = await refusedByBlock(due.mail);
    if (blocked !== undefined) return blocked;
    let outgoing: OutgoingMail;
    try {
      outgoing = await toOutgoing(due);
    } catch (error) {
      log.error({ err: error, mailId: due.mail.id }, "a mail's document can't be read");
      return { kind: "refused", retry: true, detail: "The document could not be read from the storage." };
    }
    if (now() >= leaseEnd) return undefined;
    try {
      return { kind: "accepted", ...(await route.transport.send(outgoing)) };
    } catch (error) {
      if (!(error instanceof SendError)) {
        log.error({ err: error, mailId: due.mail.id }, "a mail transport failed in a way it does not know");
        return { kind: "unclear", detail: "The mail transport failed." };
      }
      const { outcome, message } = error;
      if (outcome.verdict === "definite") return { kind: "refused", retry: outcome.retry, detail: message };
      return await reconciled(due.mail, route, message);
    }
  }

  /** Asked at the moment of sending: the block may be younger than the mail. */
  async function refusedByBlock({ toAddress }: MailRecord): Promise<Outcome | undefined> {
    const block = await findBlock(db, toAddress);
    return block && { kind: "refused", retry: false, detail: BLOCK_MESSAGES[block] };
  }

  async function toOutgoing({ mail, document }: DueMail): Promise<OutgoingMail> {
    const { id, attemptId, fromAddress, toAddress, subject, html, text } = mail;
    if (attemptId === null) throw new Error("a mail is sent only once it is claimed");
    let attachment: OutgoingMail["attachment"] = null;
    if (document !== null) {
      const { stream } = await files.get(document.storageKey);
      const filename = servedName(document.orderId, document.file1);
      attachment = { filename, contentType: document.contentType, content: await buffer(stream) };
    }
    return { mailId: id, attemptId, at: now(), from: fromAddress, to: toAddress, subject, html, text, attachment };
  }

  /** The process that sent this mail died, or lost the database: its lease is over. */
  async function recover(seen: MailRecord): Promise<void> {
    const mail = await takeStep(db, seen, { dueAt: new Date(now().getTime() + schedule.leaseMs) });
    if (mail === undefined) return;
    const route = routeFor(mail);
    await outcomes.settle(mail, route, await reconciled(mail, route, "The program stopped while it was sending."));
  }

  async function resendUnknown(due: DueMail): Promise<void> {
    const route = routeFor(due.mail);
    const known = await reconciled(due.mail, route, "");
    // Before the claim: a mail that is not sent again must not be marked as a possible duplicate.
    const outcome = known.kind === "unclear" ? ((await refusedByBlock(due.mail)) ?? known) : known;
    if (outcome.kind === "unclear") await attempt(due, { possibleDuplicate: true });
    else await outcomes.settle(due.mail, route, outcome);
  }

  async function reconciled(mail: MailRecord, { transport }: MailRoute, detail: string): Promise<Outcome> {
    const { id, attemptId } = mail;
    if (transport.reconcile === undefined || attemptId === null) return { kind: "unclear", detail };
    const fate = await transport.reconcile({ mailId: id, attemptId });
    if (fate === "accepted") return { kind: "accepted", messageId: messageIdOf(mail.fromAddress, attemptId) };
    return fate === "absent" ? { kind: "refused", retry: true, detail } : { kind: "unclear", detail };
  }

  /** The road of the next try. While the outcome of an earlier one is unknown it stays the same: no failover. */
  function routeFor(mail: MailRecord): MailRoute {
    const choices = routes(mail.provider);
    if (mail.transport !== null) {
      const same = choices.find(({ transport }) => transport.name === mail.transport);
      if (same !== undefined) return same;
    }
    const turn = Math.floor(mail.attempts / schedule.triesPerRoute) % choices.length;
    return choices[turn] ?? choices[0];
  }

  return {
    deliver,
    sweep: async (): Promise<void> => {
      const ids = await findDue(db, now(), SWEEP_SIZE);
      const results = await Promise.allSettled(ids.map((id) => limit(() => deliver(id))));
      const failures = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
      if (failures.length > 0) throw new AggregateError(failures, "some mails could not be brought on");
    },
  };
}
