import { randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";
import pLimit from "p-limit";
import { servedName } from "#contract/documents.ts";
import { BLOCK_MESSAGES } from "#contract/mail.ts";
import { messageIdOf } from "#server/platform/mail/mail-message.ts";
import { type MailRoute, type OutgoingMail, SendError } from "#server/platform/mail/mail-transport.ts";
import { reportedMail } from "./known-reports.ts";
import { claimTries, type DueMail, findDue, findForDelivery, type MailRecord, takeStep } from "./mail.repository.ts";
import type { MailDeps } from "./mail.service.ts";
import { createMailDrain } from "./mail-drain.ts";
import type { MailOutcomes, Outcome } from "./mail-outcomes.ts";
import type { MailSchedule } from "./mail-schedule.ts";
import { createRoadPauses, type RoadPause } from "./road-pauses.ts";
import { findBlock } from "./suppressions.repository.ts";

export type DeliveryDeps = Omit<MailDeps, "schedule"> & { schedule: MailSchedule };

/** Mails that this process sends at once. */
export const SENT_AT_ONCE = 8;
/** A large document stands in memory several times while it is sent: few of those at once. */
const LARGE_BYTES = 2_000_000;
const LARGE_AT_ONCE = 2;

/** A mail with the road that it takes now, and what keeps it from that road. */
interface Bound {
  due: DueMail;
  route: MailRoute;
  pause: RoadPause | undefined;
}

/**
 * Brings queued mails out. A try is claimed and committed before the network call, so a process that dies leaves a
 * lease that ends; whoever finds it asks the provider's reports and the road what became of the try, and where nobody
 * can tell, the mail waits and is sent once more by the same road, marked as a possible duplicate. Several processes may
 * work at once.
 */
export function createMailDelivery(deps: DeliveryDeps, outcomes: MailOutcomes) {
  const { db, now, log, measures, files, routes, schedule } = deps;
  const roads = createRoadPauses({ now, log, measures });
  const slots = pLimit(SENT_AT_ONCE);
  const large = pLimit(LARGE_AT_ONCE);

  const drain = createMailDrain(deps, {
    findDue: (limit, broken) => findDue(db, now(), limit, broken),
    begin,
  });

  async function deliver(mailId: number): Promise<void> {
    const due = await findForDelivery(db, mailId);
    if (due === undefined || due.mail.dueAt === null || due.mail.dueAt > now()) return;
    await Promise.all(await begin([due]));
  }

  /** Takes the next step of each of these mails: what is claimed here is committed, what follows still under way. */
  async function begin(dues: readonly DueMail[]): Promise<Promise<void>[]> {
    const queued = dues.filter(({ mail }) => mail.state === "queued").map(bind);
    const others = dues.filter(({ mail }) => mail.state !== "queued");
    return [
      ...(await claimAndSend(queued.filter(({ pause }) => pause === undefined))),
      ...others.map((due) => (due.mail.state === "unknown" ? resendUnknown(due) : recover(due.mail))),
      ...queued.flatMap(({ due, pause }) => (pause === undefined ? [] : [outcomes.putOff(due.mail, pause)])),
    ];
  }

  function bind(due: DueMail): Bound {
    const route = routeFor(due.mail);
    // Past its last hour a mail is tried or given up, never put off.
    const isOld = now().getTime() > due.mail.createdAt.getTime() + schedule.horizonMs;
    return { due, route, pause: isOld ? undefined : roads.enter(route.transport.name) };
  }

  async function claimAndSend(bound: readonly Bound[]): Promise<Promise<void>[]> {
    if (bound.length === 0) return [];
    const leaseEnd = leaseFrom(now());
    const claims = bound.map(({ due, route }) => ({
      seen: due.mail,
      attemptId: randomUUID(),
      transport: route.transport.name,
    }));
    const claimed = await claimTries(db, claims, leaseEnd);
    return bound.flatMap(({ due, route }) => {
      const mail = claimed.get(due.mail.id);
      return mail === undefined ? [] : [sendClaimed({ ...due, mail }, route, leaseEnd)];
    });
  }

  /** The one resend of a mail that may have arrived, claimed here and now. */
  async function resend(due: DueMail): Promise<void> {
    const route = routeFor(due.mail);
    const pause = roads.enter(route.transport.name);
    if (pause !== undefined) return await outcomes.putOff(due.mail, pause);
    const leaseEnd = leaseFrom(now());
    const mail = await takeStep(db, due.mail, {
      state: "sending",
      attemptId: randomUUID(),
      attempts: due.mail.attempts + 1,
      transport: route.transport.name,
      dueAt: leaseEnd,
      possibleDuplicate: true,
    });
    if (mail !== undefined) await sendClaimed({ ...due, mail }, route, leaseEnd);
  }

  async function sendClaimed(due: DueMail, route: MailRoute, leaseEnd: Date): Promise<void> {
    const begun = roads.begun(route.transport.name);
    const send = () =>
      slots(async () => {
        // It has waited for its turn: its road may have been paused meanwhile, its lease be too short for a whole try.
        const isShort = leaseEnd.getTime() - now().getTime() < schedule.leaseMs / 2;
        if (isShort || roads.begun(route.transport.name) !== begun) return "unsent";
        return await trySend(due, route, leaseEnd);
      });
    const outcome = await ((due.document?.bytes ?? 0) > LARGE_BYTES ? large(send) : send());
    if (outcome === "unsent") await outcomes.release(due.mail);
    else if (outcome !== undefined) await outcomes.settle(due.mail, route, outcome);
  }

  /** Undefined when the lease ended before the mail could leave: then whoever took it over decides. */
  async function trySend(due: DueMail, route: MailRoute, leaseEnd: Date): Promise<Outcome | undefined> {
    const blocked = await refusedByBlock(due.mail);
    if (blocked !== undefined) return blocked;
    const { transport } = route;
    let outgoing: OutgoingMail;
    try {
      outgoing = await toOutgoing(due);
    } catch (error) {
      log.error({ err: error, mailId: due.mail.id }, "a mail's document can't be read");
      return { kind: "refused", retry: true, detail: "The document could not be read from the storage." };
    }
    if (now() >= leaseEnd) return undefined;
    try {
      const receipt = await transport.send(outgoing);
      roads.succeeded(transport.name);
      return { kind: "accepted", ...receipt };
    } catch (error) {
      if (!(error instanceof SendError)) {
        log.error({ err: error, mailId: due.mail.id }, "a mail transport failed in a way it does not know");
        return { kind: "unclear", detail: "The mail transport failed." };
      }
      const { outcome, message } = error;
      if (outcome.verdict === "ambiguous") {
        roads.failed(transport.name, message);
        return await reconciled(due.mail, route, message);
      }
      // A road that judges a mail is up.
      if (!outcome.retry || outcome.isMailsOwn) roads.succeeded(transport.name);
      else roads.failed(transport.name, message, outcome.retryAfterMs);
      return { kind: "refused", retry: outcome.retry, detail: message };
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
    const mail = await takeStep(db, seen, { dueAt: leaseFrom(now()) });
    if (mail === undefined) return;
    const route = routeFor(mail);
    await outcomes.settle(mail, route, await reconciled(mail, route, "The program stopped while it was sending."));
  }

  async function resendUnknown(due: DueMail): Promise<void> {
    const route = routeFor(due.mail);
    const known = await reconciled(due.mail, route, "");
    // Before the claim: a mail that is not sent again must not be marked as a possible duplicate.
    const outcome = known.kind === "unclear" ? ((await refusedByBlock(due.mail)) ?? known) : known;
    if (outcome.kind === "unclear") await resend(due);
    else await outcomes.settle(due.mail, route, outcome);
  }

  /** What became of a try that nobody answered for: by the provider's reports, then by the road where it can be asked. */
  async function reconciled(mail: MailRecord, { transport }: MailRoute, detail: string): Promise<Outcome> {
    const { id, attemptId } = mail;
    const report = await reportedMail(db, mail);
    if (report?.isAccepted) return { kind: "accepted", messageId: report.messageId, by: report };
    if (report !== undefined)
      return { kind: "refused", retry: false, detail: report.detail ?? "The provider rejected it." };
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

  function leaseFrom(at: Date): Date {
    return new Date(at.getTime() + schedule.leaseMs);
  }

  return { deliver, drain };
}
