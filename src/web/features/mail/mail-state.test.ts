import { describe, expect, it } from "vitest";
import { MAIL_EVENT_TYPES, type MailReport } from "#contract/mail/mail.ts";
import { MAIL_STATE_LABELS, MAIL_STATES } from "#contract/mail/mail-state.ts";
import { deliveredAt, isUnderWay, MAIL_STATE_MEANINGS, reportText } from "./mail-state.ts";

describe("mail states", () => {
  it("have distinct labels, so that no two look alike without colour", () => {
    const words = MAIL_STATES.map((state) => MAIL_STATE_LABELS[state]);
    expect(new Set(words).size).toBe(MAIL_STATES.length);
  });

  it("are each explained", () => {
    for (const state of MAIL_STATES) expect(MAIL_STATE_MEANINGS[state].meaning).toMatch(/\.$/);
  });

  it("are pending only when queued or sending", () => {
    expect(MAIL_STATES.filter(isUnderWay)).toEqual(["queued", "sending"]);
  });

  it("have a waiting text exactly while pending", () => {
    for (const state of MAIL_STATES) expect(MAIL_STATE_MEANINGS[state].tone === "waiting").toBe(isUnderWay(state));
  });
});

const report = (given: Partial<MailReport>): MailReport => ({
  id: 1,
  type: "delivered",
  at: "2026-03-01T10:00:00.000Z",
  is_permanent: false,
  is_earlier_try: false,
  detail: null,
  ...given,
});

describe("reports", () => {
  it("have a label for each kind, and for temporary and permanent bounces", () => {
    const words = MAIL_EVENT_TYPES.map((type) => reportText(report({ type })));
    words.push(reportText(report({ type: "bounced", is_permanent: true })));
    expect(new Set(words).size).toBe(MAIL_EVENT_TYPES.length + 1);
  });

  it("say so when they are about an earlier attempt", () => {
    expect(reportText(report({ is_earlier_try: true }))).toBe("Delivered (an earlier attempt)");
  });

  it("give the delivery time of a delivered mail, from the attempt that counts", () => {
    const reports = [report({ is_earlier_try: true }), report({ at: "2026-03-01T11:00:00.000Z" })];
    expect(deliveredAt({ state: "delivered", reports })).toBe("2026-03-01T11:00:00.000Z");
    expect(deliveredAt({ state: "bounced", reports })).toBeUndefined();
  });
});
