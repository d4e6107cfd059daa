import { CURRENT_PROFILE } from "#contract/filings/filing-profile.ts";
import type { OrderStatus } from "#contract/orders/order-status.ts";
import { requireFound } from "#server/platform/app-error.ts";
import { between, chance, int, pick, replaceSymbols } from "./chance.ts";
import { OrderLife, type Scene, type Stage } from "./order-life.ts";
import { address } from "./traveller.ts";

const DAY_MS = 86_400_000;

const leadDays = () => (chance(0.7) ? int(0, 14) : int(15, chance(0.75) ? 45 : 120));
/** Recent days have more orders than two years ago. */
const grownAge = (youngest: number) => youngest + (730 - youngest) * (1 - Math.sqrt(between(0, 1)));

function completed(stage: Stage, index: number): OrderLife {
  const isDisputed = index % 24 === 7;
  // Two of three disputes are recent, one is old.
  const isOver = index % 72 === 31;
  const isPriority = chance(0.12);
  const life = new OrderLife(stage, {
    ageDays: isOver ? between(200, 700) : isDisputed ? between(60, 110) : grownAge(1.2),
    lead: isPriority ? int(0, 5) : leadDays(),
    mode: isPriority ? "Priority" : "Standard",
    payment: chance(0.07) ? "late" : "at once",
  });
  detour(life.wait(isPriority ? 0.1 : 0.3, isPriority ? 1.5 : 9)).document(delivered());
  if (chance(0.05)) life.wait(0.03, 0.7).scan();
  if (chance(0.05)) life.wait(1, 20).document(delivered());
  if (isDisputed || index % 30 === 4 || chance(0.36)) life.wait(0.1, 40).download();
  if (chance(0.08)) life.wait(0.1, 40).download();
  if (chance(0.06)) life.wait(1, 30).resend(`${pick(["agent", "office", "family"])}${int(1, 60)}@example.net`);
  if (chance(0.06)) life.note("done");
  return isDisputed ? disputed(life, stage, isOver) : life;
}

/** Banks ask for an answer within some weeks; open disputes are due soon or overdue. */
function disputed(life: OrderLife, { end }: Stage, isOver: boolean): OrderLife {
  if (isOver) life.wait(600, 1680);
  else life.waitUntil(end.getTime() - between(3, 16) * DAY_MS);
  life.note("chargeback", { chargeBack: "Y" }, "Manager").wait(0.03, 0.2);
  const reason = pick(["not_received", "not_received", "not_authorised", "not_authorised", "cancelled"] as const);
  const dueDate = new Date(life.now.getTime() + int(14, 20) * DAY_MS).toISOString().slice(0, 10);
  const facts = { reason, dueDate, caseId: replaceSymbols("CB-########") };
  life.step(async (scene) => {
    const { amount, currency } = scene.order;
    await scene.disputes.update(scene.members.Manager, { ...(await openDispute(scene)), ...facts, amount, currency });
  });
  if (!isOver) return life;
  const outcome = chance(0.7) ? "won" : "lost";
  return life.wait(480, 1440).step(async (scene) => {
    await scene.disputes.close(scene.members.Manager, { ...(await openDispute(scene)), outcome, reason: null });
  });
}

async function openDispute({ db, disputes, orderId }: Scene) {
  const { id: disputeId, version } = requireFound(await disputes.findOpen(db, orderId));
  return { disputeId, version };
}

/** Some orders are not filed right away. */
function detour(life: OrderLife): OrderLife {
  const way = int(1, 100);
  if (way <= 13) return filed(life, 0.3).wait(2, 26);
  if (way <= 20) return corrected(contacted(life).wait(1, 20));
  return way <= 24 ? life.note("awaiting").move("Awaiting").wait(3, 30) : life;
}

/** Some providers' reports are missing. */
const delivered = () => (chance(0.92) ? "delivered" : null);

function filed(life: OrderLife, noted: number): OrderLife {
  const filedAt = life.wait(0.02, 0.2).now.toISOString();
  const fields = { factsVersion: 1, profile: CURRENT_PROFILE.id, reference: replaceSymbols("SL-#######"), filedAt };
  life.step(({ filings, members, orderId }) =>
    filings.record(members.Team, async () => ({ fields: { ...fields, orderId }, file: null })),
  );
  life.move("AwaitingGovt");
  return chance(noted) ? life.note("govt") : life;
}

function corrected(life: OrderLife): OrderLife {
  const fields = { place_of_stay: address() };
  const how = { reason: "As told on the phone", factsVersion: undefined, confirm: [], requestId: null };
  return life.step(({ corrections, members, orderId }) =>
    corrections.correct(members.Manager, { orderId, fields, ...how }),
  );
}

function contacted(life: OrderLife): OrderLife {
  life.note("contact").move("Contact Customer").wait(1, 14);
  life.note("called", chance(0.4) ? { whatsapp: "Y" } : { telephone: "Y" }, "Telecaller");
  return life.move("Customer Called", "Telecaller");
}

/** @param days maximum age of orders in work */
function atWork(stage: Stage, days: number): OrderLife {
  const ageDays = chance(0.7) ? between(0.15, 0.9) : between(0.9, days);
  // Some arrive before their order is done, which is why they are late.
  const lead = chance(0.9) ? Math.floor(ageDays) + int(2, 3) : leadDays();
  return new OrderLife(stage, { ageDays, lead }).wait(0.5, 10);
}

function refunds(stage: Stage, index: number): OrderLife {
  const isRecorded = index % 2 === 0;
  const ageDays = isRecorded ? between(12, 400) : between(2, 20);
  const life = new OrderLife(stage, { ageDays, lead: leadDays() }).wait(1, 30);
  if (chance(0.3)) life.document(delivered());
  life.wait(1, 50).note("refund", { statusRefund: "Y", ...(chance(0.15) && { voided: "Y" }) });
  life.move("Refunds");
  if (!isRecorded) return life;
  life.wait(5, 144).step(({ refunds, members, orderId }) => refunds.recordMany(members.Manager, [orderId], null));
  return chance(0.5) ? life.note("refunded", { statusRefund: "Y" }, "Manager") : life;
}

/** The story that leads to each status. */
export const STORIES: Record<OrderStatus, (stage: Stage, index: number) => OrderLife> = {
  New: (stage, index) => {
    // Half were ordered shortly before arrival, half were released recently.
    const ageDays = index % 2 === 0 ? between(0.02, 1.1) : between(4, 40);
    const lead = index % 2 === 0 ? int(2, 3) : Math.floor(ageDays) + stage.filingWindowDays - int(0, 1);
    return new OrderLife(stage, { ageDays, lead });
  },
  Priority: (stage) => {
    const ageDays = chance(0.7) ? between(0.01, 0.15) : between(0.2, 1.5);
    return new OrderLife(stage, { ageDays, lead: Math.ceil(ageDays) + int(0, 4), mode: "Priority" });
  },
  Pending: (stage) => {
    const ageDays = 0.05 + 45 * between(0, 1) ** 2;
    // Past journeys are never paid; some of these orders stay until they are deleted.
    const lead = leadDays() + (chance(0.7) ? Math.ceil(ageDays) : 0);
    return new OrderLife(stage, { ageDays, lead, payment: "never", staysFuture: true });
  },
  Future: (stage) => {
    const ageDays = between(0.1, 75);
    const lead = Math.ceil(ageDays) + stage.filingWindowDays + 2 + Math.floor(300 * between(0, 1) ** 1.6);
    return new OrderLife(stage, { ageDays, lead, staysFuture: true });
  },
  Awaiting: (stage) => atWork(stage, 12).note("awaiting").move("Awaiting"),
  AwaitingGovt: (stage) => filed(atWork(stage, 5), 0.5),
  "Contact Customer": (stage, index) => {
    const life = atWork(stage, 9);
    if (index % 3 > 0) return life.note("contact").move("Contact Customer");
    // The report itself moves the order to this status.
    return life.document(index % 6 === 0 ? "bounced" : "complained");
  },
  "Customer Called": (stage) => contacted(atWork(stage, 9)),
  Completed: completed,
  Refunds: refunds,
  Deleted: (stage) => {
    const payment = chance(0.55) ? "never" : "at once";
    const life = new OrderLife(stage, { ageDays: grownAge(5), lead: leadDays(), payment }).wait(5, 60);
    if (chance(0.7)) life.note("deleted");
    return life.move("Deleted", chance(0.7) ? "Manager" : "Admin");
  },
};
