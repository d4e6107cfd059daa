import { randomUUID } from "node:crypto";
import { ARRIVAL_ZONE, addDays, dayIn } from "#contract/dates.ts";
import type { OrderStatus } from "#contract/orders/order-status.ts";
import type { ProcessingMode } from "#contract/orders/processing-mode.ts";
import type { Role } from "#contract/roles.ts";
import { processingDay } from "#server/features/orders/intake/intake-status.ts";
import { releaseDueOrders } from "#server/features/orders/moves/release-orders.jobs.ts";
import { requireFound } from "#server/platform/app-error.ts";
import type { Database } from "#server/platform/db/client.ts";
import type { SessionMember, Visitor } from "#server/platform/http/access.ts";
import type { Client } from "#server/platform/http/client.ts";
import type { Services } from "#server/services.ts";
import { BROWSERS, SCANNERS } from "#test/support/user-agents.ts";
import { cardFile } from "./card-file.ts";
import { between, chance, int, pick, timeZone } from "./chance.ts";
import { NOTES } from "./staff-notes.ts";
import { ipAddress, type MadeOrder, type OrderFacts } from "./traveller.ts";

/** An order with everything that acts on it. */
export type Scene = Services &
  MadeOrder & {
    orderId: number;
    db: Database;
    members: Record<Role, SessionMember>;
    serviceName: string;
    /** Runs this as if it were that time. */
    at<T>(time: Date, act: () => Promise<T>): Promise<T>;
  };

/** Something that happens to an order; some of it ends later. */
export type Step = { at: Date; end: Date; isMail: boolean; act: (scene: Scene, end: Date) => Promise<unknown> };

/** Nothing happens after the end. */
export type Stage = { end: Date; filingWindowDays: number };

interface Opening {
  ageDays: number;
  /** Days from the order to the arrival. */
  lead: number;
  mode?: ProcessingMode;
  payment?: "at once" | "late" | "never";
  /** True for an order whose filing window has not opened. */
  staysFuture?: boolean;
}

const HOUR = 3_600_000;
const NO_FLAGS = { whatsapp: "N", telephone: "N", statusRefund: "N", voided: "N", chargeBack: "N" } as const;

/** All that happens to an order. Every choice is made here, so that steps of several orders can run at once later. */
export class OrderLife {
  readonly facts: OrderFacts;
  readonly steps: Step[] = [];
  now: Date;
  readonly #end: Date;
  #file1 = "";

  /** An order arrives, is paid and, if it came too early, is released when its filing window opens. */
  constructor({ end, filingWindowDays }: Stage, opening: Opening) {
    const { ageDays, lead, mode = "Standard", payment = "at once", staysFuture = false } = opening;
    const createdAt = new Date(end.getTime() - ageDays * 24 * HOUR);
    this.now = createdAt;
    this.#end = end;
    const today = dayIn(ARRIVAL_ZONE, createdAt);
    const opensAt = (day: string) => Date.parse(`${processingDay(day, createdAt, filingWindowDays)}T00:00:00+05:30`);
    // Orders in work must have been open for filing for some time.
    const isEarly = !staysFuture && opensAt(addDays(today, lead)) > end.getTime() - 2 * HOUR;
    const arrivalDate = addDays(today, isEarly ? Math.min(lead, filingWindowDays) : lead);
    this.facts = { createdAt, arrivalDate, mode, isPaid: payment === "at once" };
    if (payment === "late")
      this.wait(0.05, 1.5).step((scene) => scene.intake.recordPayment(scene.orderId, scene.payment));
    if (mode !== "Standard" || payment === "never" || staysFuture || opensAt(arrivalDate) <= this.now.getTime()) return;
    this.waitUntil(opensAt(arrivalDate) + int(5, 290) * 1000);
    this.step(({ db, orderId }, at) => releaseDueOrders({ db, now: () => at }, orderId));
  }

  /** Moves the time forward by some hours, or by part of the remaining time if less is left. */
  wait(min: number, max: number): this {
    const left = this.#end.getTime() - this.now.getTime();
    const pause = between(min, max) * HOUR;
    return this.waitUntil(this.now.getTime() + (pause < left ? pause : left * between(0.05, 0.4)));
  }
  waitUntil(instant: number): this {
    this.now = new Date(Math.max(this.now.getTime(), Math.floor(instant)));
    return this;
  }

  /** @param seconds how long it takes at most */
  step(act: Step["act"], seconds = 0, isMail = false): this {
    const at = this.now;
    const end = seconds === 0 ? at : this.wait(1 / 3600, seconds / 3600).now;
    this.steps.push({ at, end, isMail, act });
    return this;
  }

  /** It is night on the island from 16:30 to 00:30 UTC. */
  #worker(): Role {
    const hour = this.now.getUTCHours();
    if (hour >= 17 || hour < 1) return chance(0.85) ? "Night Staff" : "Team";
    return pick(["Team", "Team", "Team", "Team", "Team", "Manager", "Manager", "Telecaller", "Admin"]);
  }

  move(to: OrderStatus, by = this.#worker()): this {
    return this.wait(0.02, 0.1).step(({ orders, members, orderId }) =>
      orders.move(members[by], { orderId, to, version: undefined }),
    );
  }
  note(kind: keyof typeof NOTES, flags: Partial<Record<keyof typeof NO_FLAGS, "Y">> = {}, by = this.#worker()): this {
    const remark = pick(NOTES[kind]);
    return this.wait(0.02, 0.13).step(({ remarks, members, orderId }) =>
      remarks.add(members[by], { orderId, remark, ...NO_FLAGS, ...flags }),
    );
  }

  /** A member uploads the document, which is mailed; some providers' reports are missing. */
  document(report: "delivered" | "bounced" | "complained" | null, by = this.#worker()): this {
    const format = chance(0.02) ? "png" : "pdf";
    const provider = chance(0.65) ? "AWS" : "Sendgrid";
    const act: Step["act"] = async (scene, acceptedAt) => {
      const { documents, mail, members, orderId, order, at } = scene;
      const fields = { orderId, email: order.email, mailServiceProvider: provider, reason: null } as const;
      const uploaded = await documents.upload(members[by], async () => ({ fields, file: cardFile(scene, format) }));
      this.#file1 = uploaded.document.file1;
      await at(acceptedAt, () => mail.deliver(uploaded.mail.id));
    };
    this.step(act, 20, true);
    if (report === null) return this;
    const isPermanent = report === "bounced";
    const detail = isPermanent ? "550 5.1.1 The mailbox does not exist." : null;
    const facts = { provider, type: report, isPermanent, detail, attemptId: null, mailId: null } as const;
    return this.wait(0.002, 0.03).step(async ({ db, mail, orderId, order }, at) => {
      const [newest] = await mail.listMails(db, orderId);
      const messageId = newest?.message_id ?? null;
      await mail.takeReport({ ...facts, at, messageId, eventKey: randomUUID(), recipients: [order.email] });
    });
  }

  /** The document goes to another address as well. */
  resend(email: string, by = this.#worker()): this {
    const reason = pick(NOTES.elsewhere);
    const act: Step["act"] = async ({ db, mail, members, orderId, at }, acceptedAt) => {
      await mail.resend(members[by], { orderId, email, mailServiceProvider: undefined, reason });
      const queued = (await mail.listMails(db, orderId)).filter(({ state }) => state === "queued");
      for (const { id } of queued.toReversed()) await at(acceptedAt, () => mail.deliver(id));
    };
    return this.step(act, 20, true);
  }

  /** The customer tracks the order and downloads the document; some stop before its end. */
  download(): this {
    const client = { ip: ipAddress(), userAgent: pick(BROWSERS) };
    const timezone = chance(0.9) ? timeZone() : null;
    const isWhole = chance(0.94);
    const act: Step["act"] = async (scene, end) => {
      const { tracking, order } = scene;
      const orderId = String(scene.orderId);
      const token = await tracking.track({ orderId, email: order.email }, client, undefined);
      const visitor = requireFound(await tracking.findVisitor(token));
      await tracking.record(visitor, { orderId, file1: this.#file1, timezone }, client);
      await this.#fetch(scene, visitor, client, isWhole ? end : null);
    };
    return this.step(act, 9);
  }

  /** A program that scans mails follows the link. */
  scan(): this {
    const client = { ip: ipAddress(), userAgent: pick(SCANNERS) };
    const act: Step["act"] = (scene, end) => {
      const visitor = { tokenHash: Buffer.alloc(0), grants: new Map([[scene.orderId, randomUUID()]]) };
      return this.#fetch(scene, visitor, client, end);
    };
    return this.step(act, 3);
  }

  async #fetch({ tracking, orderId, at }: Scene, visitor: Visitor, client: Client, completedAt: Date | null) {
    const name = `${orderId}_${this.#file1}`;
    const opened = await tracking.open(visitor, { name, client, unattended: null });
    opened.attachment.stream.destroy();
    if (completedAt === null) return;
    await at(completedAt, async () => {
      tracking.delivered(opened.downloadId, this.#file1);
      await tracking.settled();
    });
  }
}
