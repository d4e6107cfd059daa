import { createHash } from "node:crypto";
import { formatDay } from "#contract/dates.ts";
import { cardText, makeCardPdf, makeCardPng } from "./demo-files.ts";
import type { MadeOrder } from "./order-facts.ts";

/** The document of an order as a member would upload it. */
export function cardFile(
  serviceName: string,
  { orderId, planned }: { orderId: number; planned: MadeOrder },
  format: "pdf" | "png",
) {
  const { order, latinName } = planned;
  const lines = [
    ["Full name", latinName],
    ["Passport", order.passport_number ?? "-"],
    ["Nationality", order.nationality],
    ["Date of birth", formatDay(order.date_of_birth)],
    ["Arrival", `${formatDay(order.arrival_date)}, ${order.flight_number ?? "-"}`],
    ["Port of arrival", order.port_of_arrival ?? "-"],
  ] as const;
  const facts = { serviceName, orderId, lines };
  const content = format === "pdf" ? makeCardPdf(facts) : makeCardPng({ orderId });
  /** What an inspection would read in it; null for a picture. */
  const text = format === "pdf" ? cardText(facts) : null;
  const sha256 = createHash("sha256").update(content).digest();
  return { content, text, sha256, originalName: `${order.passport_number ?? orderId}.${format}` };
}
