import { describe, expect, it } from "vitest";
import { ORDER_STATUSES, type OrderStatus } from "#contract/orders/order-status.ts";
import { STATUS_LABELS } from "#contract/orders/status-labels.ts";
import en from "#web/locales/visitor/en.json" with { type: "json" };
import { mayBringDocument, STATUS_SENTENCE, sentenceKey } from "./status-sentence.ts";

describe("sentenceKey", () => {
  const tell = (status: OrderStatus, file1: string | null = null, refundDate: string | null = null) =>
    sentenceKey({ status, file1, refundDate });

  it("says completed when the order is, or when its document exists @2-157", () => {
    expect(tell("Completed")).toBe("order.completed");
    expect(tell("Customer Called", "card.pdf")).toBe("order.completed");
    expect(tell("New", "card.pdf")).toBe("order.completed");
  });

  it.each([
    ["Awaiting", "order.awaiting"],
    ["AwaitingGovt", "order.authorities"],
    ["Contact Customer", "order.needed"],
    ["Refunds", "order.refund"],
    ["Deleted", "order.closed"],
  ] as const)("does not say completed while an order with a document is %s @2-157", (status, key) => {
    expect(tell(status, "card.pdf")).toBe(key);
    expect(tell(status)).toBe(key);
  });

  it("distinguishes an order with a refund due from a refunded one", () => {
    expect(tell("Refunds", "card.pdf", "2026-11-20T10:00:00.000Z")).toBe("order.refunded");
    // A refund date from an earlier stay in Refunds must be ignored.
    expect(tell("Completed", "card.pdf", "2026-11-20T10:00:00.000Z")).toBe("order.completed");
  });

  it.each(ORDER_STATUSES)("points to the form while a question is open and the order is %s", (status) => {
    const question = { answered_at: null };
    expect(sentenceKey({ status, file1: null, refundDate: null, question })).toBe("order.answerBelow");
    const answered = { answered_at: "2026-11-20T10:00:00.000Z" };
    expect(sentenceKey({ status, file1: null, refundDate: null, question: answered })).not.toBe("order.answerBelow");
  });

  it("claims no mail and no call, which the program does not know about", () => {
    for (const key of ["awaiting", "called", "needed"] as const) {
      expect(en.order[key]).not.toMatch(/e-?mail|sent you|called|phoned/i);
    }
  });

  it("promises a download only where one can still follow", () => {
    expect(ORDER_STATUSES.filter((status) => !mayBringDocument(status))).toEqual(["Refunds", "Deleted"]);
  });

  it("never shows a customer the internal name of a queue", () => {
    const words = new Map(Object.entries(en.order).map(([key, text]) => [`order.${key}`, text]));
    for (const status of ORDER_STATUSES) {
      const sentence = words.get(STATUS_SENTENCE[status]) ?? "";
      expect(sentence, status).toMatch(/^[A-Z].+\.$/);
      if (status !== "Completed") expect(sentence, status).not.toContain(STATUS_LABELS[status]);
    }
  });
});
