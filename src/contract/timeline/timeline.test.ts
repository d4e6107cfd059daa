import { describe, expect, it } from "vitest";
import { timelineActor, timelineSentence } from "./timeline.ts";

describe("a timeline event as a sentence", () => {
  it("names the member who did it", () => {
    const actor = { id: 7, name: "Ishara Perera" };
    expect(timelineActor({ actor, type: "moved" })).toBe("Ishara Perera");
    expect(timelineSentence({ type: "moved", data: { from: "New", to: "AwaitingGovt", reason: null } })).toBe(
      "moved the order from New to Awaiting Govt",
    );
  });

  it("distinguishes the customer from the program", () => {
    expect(timelineActor({ actor: null, type: "tracked" })).toBe("The customer");
    expect(timelineActor({ actor: null, type: "download-completed" })).toBe("The customer");
    expect(timelineActor({ actor: null, type: "released" })).toBe("The system");
  });

  it("writes dates as the screens do", () => {
    const data = { refund_date: "2026-11-22T16:58:03.201Z" } as const;
    expect(timelineSentence({ type: "refund-recorded", data })).toBe("recorded the refund of 22-11-2026");
    const details = { reason: null, amount: null, currency: null, due_date: "2026-11-25", case_id: null } as const;
    const entry = { type: "dispute-updated", data: { dispute_id: 1, ...details } } as const;
    expect(timelineSentence(entry)).toBe("entered the dispute's details, answer due 25-11-2026");
  });

  it("names the provider that took a mail", () => {
    const sentence = (transport: "ses" | "file") =>
      timelineSentence({ type: "mail-accepted", data: { mail_id: 1, transport, message_id: null } });
    expect(sentence("ses")).toBe("handed the mail to Amazon SES");
    expect(sentence("file")).toBe("wrote the mail to a file");
  });

  it("says that a payment leaves a deleted order deleted", () => {
    const paid = (status: "New" | "Deleted") =>
      timelineSentence({ type: "paid", data: { status, transaction_id: null, merchant_name: null } });
    expect(paid("New")).toBe("recorded the payment; the order went to New");
    expect(paid("Deleted")).toBe("recorded the payment; the order stays deleted");
  });

  it("includes the reason of a move that has one", () => {
    const data = { from: "AwaitingGovt", to: "Contact Customer", reason: "No mail server took the mail" } as const;
    expect(timelineSentence({ type: "moved", data })).toBe(
      "moved the order from Awaiting Govt to Contact Customer: No mail server took the mail",
    );
  });

  it("of a newer version asks for a reload", () => {
    const newer = { type: "teleported", data: {} } as unknown as Parameters<typeof timelineSentence>[0];
    expect(timelineSentence(newer)).toBe("did something that this page is too old to name: reload it");
  });
});
