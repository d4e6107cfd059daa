import { ARRIVAL_ZONE, addDays, dayIn } from "#contract/dates.ts";
import type { ProcessingMode } from "#contract/orders/processing-mode.ts";
import { entryStatus, processingDay } from "#server/features/orders/intake/intake-status.ts";
import type { Random } from "./random.ts";
import { createScript, type Script, type Step } from "./script.ts";

/** Time frame and settings of the demo. */
export interface Stage {
  random: Random;
  /** Nothing happens after this. */
  end: Date;
  filingWindowDays: number;
}

/** An order and everything that happens to it. */
export interface Story {
  createdAt: Date;
  arrivalDate: string;
  isPaid: boolean;
  mode: ProcessingMode;
  steps: Step[];
}

interface Opening {
  ageDays: number;
  /** Days from the order to the arrival. */
  lead: number;
  mode?: ProcessingMode;
  /** Absent: paid immediately. */
  payment?: "late" | "never";
  /** True for an order whose filing window has not opened. */
  staysFuture?: boolean;
}

const DAY = 86_400_000;
const HOUR = 3_600_000;

/** An order arrives, is paid and, if it came too early, is released when its filing window opens. */
export function open(stage: Stage, opening: Opening): { story: Story; script: Script } {
  const { random, end, filingWindowDays } = stage;
  const { ageDays, mode = "Standard", payment, staysFuture = false } = opening;
  const createdAt = new Date(Math.floor(end.getTime() - ageDays * DAY));
  const today = dayIn(ARRIVAL_ZONE, createdAt);
  const dayOpen = (arrival: string) =>
    new Date(`${processingDay(arrival, createdAt, filingWindowDays)}T00:00:00+05:30`);
  let arrivalDate = addDays(today, opening.lead);
  // Orders in work must have been open for filing for some time.
  if (!staysFuture && dayOpen(arrivalDate).getTime() > end.getTime() - 2 * HOUR) {
    arrivalDate = addDays(today, Math.min(opening.lead, filingWindowDays));
  }
  const script = createScript(random, createdAt, end);
  const story = { createdAt, arrivalDate, isPaid: payment === undefined, mode, steps: script.steps };
  if (payment === "late") script.pay(3, 90);
  const processingDate = processingDay(arrivalDate, createdAt, filingWindowDays);
  const { status } = entryStatus({ isPaid: payment !== "never", processingMode: mode, processingDate }, script.at());
  if (status === "Future" && !staysFuture) {
    script.release(new Date(dayOpen(arrivalDate).getTime() + random.int(5, 290) * 1000));
  }
  return { story, script };
}
