import type { DisputeOutcome, DisputeReason } from "#contract/disputes/disputes.ts";
import type { MailProvider } from "#contract/mail/mail-providers.ts";
import type { OrderStatus } from "#contract/orders/order-status.ts";
import type { Role } from "#contract/roles.ts";
import { BROWSERS, NETWORKS_4, NETWORKS_6, SCANNERS, TIME_ZONES } from "./browsers.ts";
import type { Random } from "./random.ts";
import { NOTES, type NoteKind, OTHER_ADDRESS_REASONS } from "./staff-notes.ts";

interface Client {
  ip: string;
  userAgent: string;
}
export interface NoteFlags {
  whatsapp?: boolean;
  telephone?: boolean;
  refund?: boolean;
  voided?: boolean;
  chargeback?: boolean;
}

/** The bank's details of a dispute; the amount is the order's. */
export interface DisputeFacts {
  reason: DisputeReason;
  /** `YYYY-MM-DD`. */
  dueDate: string;
  caseId: string;
}

/** The provider's report on the order's newest mail. */
export type MailReport = "delivered" | "bounced" | "complained";

/** One event of an order with all data needed to reproduce it. */
export type Step = { at: Date } & (
  | { kind: "pay" | "release" }
  | { kind: "move"; by: Role; to: OrderStatus }
  | { kind: "note"; by: Role; text: string; flags: NoteFlags }
  | { kind: "document"; by: Role; provider: MailProvider; format: "pdf" | "png"; acceptedAt: Date }
  | { kind: "report"; provider: MailProvider; report: MailReport }
  | { kind: "resend"; by: Role; to: string; reason: string; acceptedAt: Date }
  | { kind: "refund"; by: Role }
  | { kind: "dispute"; by: Role; facts: DisputeFacts }
  | { kind: "close-dispute"; by: Role; outcome: DisputeOutcome }
  | { kind: "download"; client: Client; timezone: string | null; completedAt: Date | null }
  | { kind: "scan"; client: Client; completedAt: Date }
);

const MINUTE = 60_000;

export type Script = ReturnType<typeof createScript>;

/** Builds the steps of one order in chronological order, all before `end`. */
export function createScript(random: Random, start: Date, end: Date) {
  const steps: Step[] = [];
  let time = start.getTime();
  let provider: MailProvider = "AWS";

  /** Moves `time` forward by some minutes, or by part of the remaining time if less is left. */
  function wait(min: number, max: number): Date {
    const left = end.getTime() - time;
    const pause = Math.round(random.between(min, max) * MINUTE);
    time += pause < left ? pause : Math.max(1, Math.floor(left * random.between(0.05, 0.4)));
    return new Date(time);
  }
  /** It is night on the island from 16:30 to 00:30 UTC. */
  function worker(): Role {
    const hour = new Date(time).getUTCHours();
    if (hour >= 17 || hour < 1) return random.chance(0.85) ? "Night Staff" : "Team";
    return random.weighted([
      ["Team", 60],
      ["Manager", 18],
      ["Telecaller", 12],
      ["Admin", 10],
    ] as const);
  }
  const shortly = (min: number, max: number) => {
    const at = new Date(time);
    return { at, later: wait(min / 60, max / 60) };
  };

  return {
    steps,
    wait,
    at: () => new Date(time),
    waitUntil: (instant: Date) => {
      time = Math.max(time, instant.getTime());
    },
    pay: (min: number, max: number) => steps.push({ kind: "pay", at: wait(min, max) }),
    release: (at: Date) => {
      time = at.getTime();
      steps.push({ kind: "release", at });
    },
    move: (to: OrderStatus, by: Role = worker()) => {
      steps.push({ kind: "move", at: wait(1, 6), by, to });
    },
    note: (kind: NoteKind, flags: NoteFlags = {}, by: Role = worker()) => {
      steps.push({ kind: "note", at: wait(1, 8), by, text: random.pick(NOTES[kind]), flags });
    },
    refund: (by: Role) => steps.push({ kind: "refund", at: wait(1, 5), by }),
    dispute: (facts: DisputeFacts, by: Role) => steps.push({ kind: "dispute", at: wait(2, 10), by, facts }),
    closeDispute: (outcome: DisputeOutcome, by: Role) => {
      steps.push({ kind: "close-dispute", at: wait(1, 5), by, outcome });
    },
    document: () => {
      const format = random.chance(0.02) ? "png" : "pdf";
      provider = random.chance(0.65) ? "AWS" : "Sendgrid";
      const { at, later } = shortly(2, 20);
      steps.push({ kind: "document", at, by: worker(), provider, format, acceptedAt: later });
    },
    report: (report: MailReport) => {
      steps.push({ kind: "report", at: wait(0.1, 2), provider, report });
    },
    resend: (to: string) => {
      const { at, later } = shortly(2, 20);
      const reason = random.pick(OTHER_ADDRESS_REASONS);
      steps.push({ kind: "resend", at, by: worker(), to, reason, acceptedAt: later });
    },
    download: () => {
      const client = { ip: address(random), userAgent: random.pick(BROWSERS) };
      const { at, later } = shortly(1, 9);
      const completedAt = random.chance(0.94) ? later : null;
      steps.push({ kind: "download", at, client, timezone: random.pick(TIME_ZONES), completedAt });
    },
    scan: () => {
      const client = { ip: address(random), userAgent: random.pick(SCANNERS) };
      const { at, later } = shortly(1, 3);
      steps.push({ kind: "scan", at, client, completedAt: later });
    },
  };
}

/** An unused IP address that is registered in a country. */
export function address(random: Random): string {
  const networks = random.chance(0.15) ? NETWORKS_6 : NETWORKS_4;
  return random.pick(networks).replace("#", () => String(random.int(16, 99)));
}
