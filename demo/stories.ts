import type { OrderStatus } from "#contract/orders/order-status.ts";
import { open, type Stage, type Story } from "./opening.ts";
import type { Random } from "./random.ts";
import type { Script } from "./script.ts";

/** In minutes, the unit of scripts. */
const HOUR = 60;
/** Two years. */
const SPAN_DAYS = 730;

function leadDays(random: Random): number {
  const [min, max] = random.weighted([
    [[0, 3], 35],
    [[4, 14], 35],
    [[15, 45], 22],
    [[46, 120], 8],
  ] as const);
  return random.int(min, max);
}

/** Recent days have more orders than two years ago. */
const grownAge = (random: Random, youngest: number) =>
  youngest + (SPAN_DAYS - youngest) * (1 - Math.sqrt(random.next()));

function completed(stage: Stage, index: number): Story {
  const { random } = stage;
  const isDisputed = index % 24 === 7;
  // Two of three disputes are recent, one is old.
  const isOver = index % 72 === 31;
  const ageDays = isDisputed ? (isOver ? random.between(200, 700) : random.between(60, 110)) : grownAge(random, 1.2);
  const isPriority = random.chance(0.12);
  const { story, script } = open(stage, {
    ageDays,
    lead: isPriority ? random.int(0, 5) : leadDays(random),
    ...(isPriority && { mode: "Priority" }),
    ...(random.chance(0.07) && { payment: "late" }),
  });
  script.wait(isPriority ? 4 : 20, isPriority ? 90 : 9 * HOUR);
  detour(script, random);
  mailed(script, random);
  if (random.chance(0.05)) {
    script.wait(2, 40);
    script.scan();
  }
  if (random.chance(0.05)) {
    script.wait(HOUR, 20 * HOUR);
    mailed(script, random);
  }
  if (isDisputed || index % 30 === 4) downloads(script, random, 1);
  else if (random.chance(0.36)) downloads(script, random, random.chance(0.22) ? 2 : 1);
  if (random.chance(0.06)) {
    script.wait(HOUR, 30 * HOUR);
    script.resend(`${random.pick(["agent", "office", "family"])}${random.int(1, 60)}@example.net`);
  }
  if (random.chance(0.06)) script.note("done");
  if (isDisputed) disputed(script, stage, isOver);
  return story;
}

const DAY_MS = 86_400_000;

/** Banks ask for an answer within some weeks; open disputes are due soon or overdue. */
function disputed(script: Script, { random, end }: Stage, isOver: boolean): void {
  if (isOver) script.wait(25 * 24 * HOUR, 70 * 24 * HOUR);
  else script.waitUntil(new Date(end.getTime() - random.between(3, 16) * DAY_MS));
  script.note("chargeback", { chargeback: true }, "Manager");
  const [reason, code] = random.weighted([
    [["not_received", "13.1"], 45],
    [["not_authorised", "10.4"], 40],
    [["cancelled", "13.7"], 15],
  ] as const);
  const dueDate = new Date(script.at().getTime() + random.int(14, 20) * DAY_MS).toISOString().slice(0, 10);
  script.dispute({ reason, dueDate, caseId: random.pattern(`${code}-########`) }, "Manager");
  if (!isOver) return;
  script.wait(20 * 24 * HOUR, 60 * 24 * HOUR);
  script.closeDispute(random.chance(0.7) ? "won" : "lost", "Manager");
}

/** Some orders are not filed right away. */
function detour(script: Script, random: Random): void {
  const way = random.weighted([
    ["straight", 76],
    ["govt", 13],
    ["called", 7],
    ["awaiting", 4],
  ] as const);
  if (way === "govt") {
    script.move("AwaitingGovt");
    if (random.chance(0.3)) script.note("govt");
    script.wait(2 * HOUR, 26 * HOUR);
  } else if (way === "called") {
    contacted(script, random);
    script.wait(HOUR, 20 * HOUR);
  } else if (way === "awaiting") {
    script.note("awaiting");
    script.move("Awaiting");
    script.wait(3 * HOUR, 30 * HOUR);
  }
}

/** Some provider reports are missing. */
function mailed(script: Script, random: Random): void {
  script.document();
  if (random.chance(0.92)) script.report("delivered");
}

function contacted(script: Script, random: Random): void {
  script.note("contact");
  script.move("Contact Customer");
  script.wait(HOUR, 14 * HOUR);
  const isWhatsapp = random.chance(0.4);
  script.note("called", isWhatsapp ? { whatsapp: true } : { telephone: true }, "Telecaller");
  script.move("Customer Called", "Telecaller");
}

function downloads(script: Script, random: Random, count: number): void {
  for (let left = count; left > 0; left -= 1) {
    script.wait(4, random.chance(0.5) ? 6 * HOUR : 60 * HOUR);
    script.download();
  }
}

/** Maximum age of orders in work. */
const atWork = (stage: Stage, days: number) => {
  const { random } = stage;
  const ageDays = random.chance(0.7) ? random.between(0.15, 0.9) : random.between(0.9, days);
  // Some arrive before their order is done, which is why they are late.
  const lead = random.chance(0.9) ? Math.floor(ageDays) + random.int(2, 3) : leadDays(random);
  const { story, script } = open(stage, { ageDays, lead });
  script.wait(30, 10 * HOUR);
  return { story, script };
};

function refunds(stage: Stage, index: number): Story {
  const { random } = stage;
  const isRecorded = index % 2 === 0;
  const ageDays = isRecorded ? random.between(12, 400) : random.between(2, 20);
  const { story, script } = open(stage, { ageDays, lead: leadDays(random) });
  script.wait(HOUR, 30 * HOUR);
  if (random.chance(0.3)) mailed(script, random);
  script.wait(HOUR, 50 * HOUR);
  script.note("refund", { refund: true, voided: random.chance(0.15) });
  script.move("Refunds");
  if (!isRecorded) return story;
  script.wait(5 * HOUR, 6 * 24 * HOUR);
  script.refund(random.chance(0.7) ? "Manager" : "Admin");
  if (random.chance(0.5)) script.note("refunded", { refund: true }, "Manager");
  return story;
}

function deleted(stage: Stage): Story {
  const { random } = stage;
  const { story, script } = open(stage, {
    ageDays: grownAge(random, 5),
    lead: leadDays(random),
    ...(random.chance(0.55) && { payment: "never" }),
  });
  script.wait(5 * HOUR, 60 * HOUR);
  if (random.chance(0.7)) script.note("deleted");
  script.move("Deleted", random.chance(0.7) ? "Manager" : "Admin");
  return story;
}

type Writer = (stage: Stage, index: number) => Story;

/** The story that leads to each status. */
export const STORIES: Record<OrderStatus, Writer> = {
  New: (stage, index) => {
    const { random, filingWindowDays } = stage;
    // Half were ordered shortly before arrival, half were released recently.
    if (index % 2 === 0) {
      return open(stage, { ageDays: random.between(0.02, 1.1), lead: random.int(2, 3) }).story;
    }
    const ageDays = random.between(4, 40);
    return open(stage, { ageDays, lead: Math.floor(ageDays) + filingWindowDays - random.int(0, 1) }).story;
  },
  Priority: (stage) => {
    const { random } = stage;
    const ageDays = random.chance(0.7) ? random.between(0.01, 0.15) : random.between(0.2, 1.5);
    return open(stage, { ageDays, lead: Math.ceil(ageDays) + random.int(0, 4), mode: "Priority" }).story;
  },
  Pending: (stage) => {
    const { random } = stage;
    const ageDays = 0.05 + 45 * random.next() ** 2;
    // Past journeys are never paid; some of these orders stay until they are deleted.
    const lead = leadDays(random) + (random.chance(0.7) ? Math.ceil(ageDays) : 0);
    return open(stage, { ageDays, lead, payment: "never", staysFuture: true }).story;
  },
  Future: (stage) => {
    const { random, filingWindowDays } = stage;
    const ageDays = random.between(0.1, 75);
    const ahead = filingWindowDays + 2 + Math.floor(300 * random.next() ** 1.6);
    return open(stage, { ageDays, lead: Math.ceil(ageDays) + ahead, staysFuture: true }).story;
  },
  Awaiting: (stage) => {
    const { story, script } = atWork(stage, 12);
    script.note("awaiting", stage.random.chance(0.3) ? { whatsapp: true } : {});
    script.move("Awaiting");
    return story;
  },
  AwaitingGovt: (stage) => {
    const { story, script } = atWork(stage, 5);
    script.move("AwaitingGovt");
    if (stage.random.chance(0.5)) script.note("govt");
    return story;
  },
  "Contact Customer": (stage, index) => {
    const { story, script } = atWork(stage, 9);
    // The report itself moves the order to this status.
    if (index % 3 === 0) {
      script.document();
      script.report(index % 6 === 0 ? "bounced" : "complained");
      return story;
    }
    script.note("contact");
    script.move("Contact Customer");
    return story;
  },
  "Customer Called": (stage) => {
    const { story, script } = atWork(stage, 9);
    contacted(script, stage.random);
    return story;
  },
  Completed: completed,
  Refunds: refunds,
  Deleted: deleted,
};
