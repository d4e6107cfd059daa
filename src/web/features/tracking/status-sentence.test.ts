import { describe, expect, it } from "vitest";
import { ORDER_STATUSES, STATUS_LABELS } from "#contract/order-status.ts";
import en from "#web/locales/visitor/en.json" with { type: "json" };
import { STATUS_SENTENCE, sentenceKey } from "./status-sentence.ts";

describe("sentenceKey", () => {
  it("says completed when the order is, or its document is there (D-11)", () => {
    expect(sentenceKey("Completed", null)).toBe("order.completed");
    expect(sentenceKey("Contact Customer", "card.pdf")).toBe("order.completed");
    expect(sentenceKey("Contact Customer", null)).toBe("order.needed");
  });

  it("never shows a customer our own word for a queue", () => {
    const words = new Map(Object.entries(en.order).map(([key, text]) => [`order.${key}`, text]));
    for (const status of ORDER_STATUSES) {
      const sentence = words.get(STATUS_SENTENCE[status]) ?? "";
      expect(sentence, status).toMatch(/^[A-Z].+\.$/);
      if (status !== "Completed") expect(sentence, status).not.toContain(STATUS_LABELS[status]);
    }
  });
});
