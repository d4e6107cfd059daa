import { encodeOrderId } from "#contract/order-id.ts";
import type { Letter } from "#server/features/mail/mail.service.ts";
import type { LetterSettings } from "#server/features/mail-templates/letter.ts";
import { createMailTemplatesService } from "#server/features/mail-templates/mail-templates.service.ts";

/** Names that stand for the real ones; no order has them. */
const PATTERN = { orderId: 987_654_321, fullName: "Name Of The Traveller" };

export type WriteLetter = (order: { id: number; fullName: string }, to: string) => Letter;

/** Writes the document's letter once and fills it in for every order: each rendering costs 5 ms. */
export async function createLetterWriter(settings: LetterSettings): Promise<WriteLetter> {
  const pattern = await createMailTemplatesService(settings).document(PATTERN);
  const encoded = encodeOrderId(PATTERN.orderId);
  return ({ id, fullName }, to) => {
    const filled = (text: string, name: string) =>
      text
        .replaceAll(String(PATTERN.orderId), String(id))
        .replaceAll(encodeURIComponent(encoded), encodeURIComponent(encodeOrderId(id)))
        .replaceAll(PATTERN.fullName, () => name);
    return {
      kind: "document",
      to,
      subject: filled(pattern.subject, fullName),
      html: filled(pattern.html, escaped(fullName)),
      text: filled(pattern.text, fullName),
    };
  };
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" };

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => ENTITIES[letter] ?? letter);
}
