import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import PDFDocument from "pdfkit";
import { formatDay } from "#contract/dates.ts";
import { cardPicture } from "./card-picture.ts";
import type { MadeOrder } from "./order-facts.ts";

const NOTE = "demonstration document, not valid for travel";

/** The document that a member uploads for an order. */
export async function cardFile(
  serviceName: string,
  { orderId, planned }: { orderId: number; planned: MadeOrder },
  format: "pdf" | "png",
) {
  const { order, latinName } = planned;
  const lines = [
    serviceName,
    `Order ${orderId} - ${NOTE}`,
    ...["Full name", latinName],
    ...["Passport", order.passport_number ?? "-"],
    ...["Nationality", order.nationality],
    ...["Date of birth", formatDay(order.date_of_birth)],
    ...["Arrival", `${formatDay(order.arrival_date)}, ${order.flight_number ?? "-"}`],
    ...["Port of arrival", order.port_of_arrival ?? "-"],
  ].map(inLatin1);
  const content = format === "pdf" ? await cardPdf(lines) : cardPicture(orderId);
  /** The text that an inspection extracts; null for an image. */
  const text = format === "pdf" ? lines.join("\n") : null;
  const sha256 = createHash("sha256").update(content).digest();
  return { content, text, sha256, originalName: `${order.passport_number ?? orderId}.${format}` };
}

async function cardPdf([title = "", subtitle = "", ...facts]: string[]): Promise<Buffer> {
  // A fixed date: the same card is the same file.
  const document = new PDFDocument({ size: "A4", margin: 60, info: { CreationDate: new Date(0) } });
  document.rect(0, 0, document.page.width, 72).fill("#0b6e6a");
  document.fill("white").fontSize(20).text(title, 60, 22).fontSize(10).text(subtitle);
  document.y = 110;
  for (const [index, line] of facts.entries()) {
    if (index % 2 === 0) document.fill("#595959").fontSize(9).text(line);
    else document.fill("#1a1a1a").fontSize(13).text(line).moveDown();
  }
  document.end();
  return await buffer(document);
}

const STROKED: Record<string, string> = { ł: "l", Ł: "L", đ: "d", Đ: "D", ı: "i" };

/** Helvetica covers Latin-1 only: other characters lose their diacritics or become a question mark. */
function inLatin1(text: string): string {
  const plain = [...text.normalize("NFC")].map((character) => {
    if (character <= "\u00ff") return character;
    const [bare = "?"] = STROKED[character] ?? character.normalize("NFKD");
    return bare <= "\u00ff" ? bare : "?";
  });
  return plain.join("");
}
