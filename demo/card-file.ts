import { createHash } from "node:crypto";
import { formatDay } from "#contract/dates.ts";
import { png } from "#test/support/image-files.ts";
import { plainPdf } from "#test/support/plain-pdf.ts";
import type { MadeOrder } from "./traveller.ts";

type Card = Pick<MadeOrder, "order" | "latinName"> & { orderId: number; serviceName: string };

/** The document that a member uploads for an order. */
export function cardFile({ orderId, order, latinName, serviceName }: Card, format: "pdf" | "png") {
  const lines = [
    serviceName,
    `Order ${orderId} - demonstration document, not valid for travel`,
    `Full name: ${latinName}`,
    `Passport: ${order.passport_number ?? "-"}`,
    `Nationality: ${order.nationality}`,
    `Date of birth: ${formatDay(order.date_of_birth)}`,
    `Arrival: ${formatDay(order.arrival_date)}, ${order.flight_number ?? "-"}`,
    `Port of arrival: ${order.port_of_arrival ?? "-"}`,
  ];
  const content = format === "pdf" ? plainPdf(inLatin1(lines.join("\n"))) : cardPicture(orderId);
  const sha256 = createHash("sha256").update(content).digest();
  return { content, sha256, originalName: `${order.passport_number ?? orderId}.${format}` };
}

/** Lines of writing below a band, in greys of its own for each order. */
function cardPicture(orderId: number): Buffer {
  const shades = Array.from({ length: 300 }, (_, y) => (y < 60 ? orderId % 90 : y > 90 && y % 34 < 8 ? 160 : 250));
  return png(480, 300, Buffer.concat(shades.map((shade) => Buffer.alloc(481, shade).fill(0, 0, 1))));
}

/** The file's font has no more: other characters lose their diacritics or become a question mark. */
function inLatin1(text: string): string {
  const signs = [...text.normalize("NFC").replaceAll("ł", "l").replaceAll("đ", "d").replaceAll("ı", "i")];
  return signs.map((sign) => (sign <= "\u00ff" ? sign : (/^[ -~]/.exec(sign.normalize("NFKD"))?.[0] ?? "?"))).join("");
}
