import { describe, expect, it } from "vitest";
import { MAIL_EVENT_TYPES, MAIL_STATES, type MailReport } from "#contract/mail.ts";
import { deliveredAt, isUnderWay, MAIL_STATE_WORDS, reportWords } from "./mail-state.ts";

describe("mail states", () => {
  it("each has its own word, so that no two look alike without colour", () => {
    const words = MAIL_STATES.map((state) => MAIL_STATE_WORDS[state].word);
    expect(new Set(words).size).toBe(MAIL_STATES.length);
  });

  it("each says what it means", () => {
    for (const state of MAIL_STATES) expect(MAIL_STATE_WORDS[state].meaning).toMatch(/\.$/);
  });

  it("only a queued and a sending mail are under way", () => {
    expect(MAIL_STATES.filter(isUnderWay)).toEqual(["queued", "sending"]);
  });

  it("waits in words exactly while it is under way", () => {
    for (const state of MAIL_STATES) expect(MAIL_STATE_WORDS[state].tone === "waiting").toBe(isUnderWay(state));
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
  it("each kind has its own words, a bounce by whether it will pass", () => {
    const words = MAIL_EVENT_TYPES.map((type) => reportWords(report({ type })));
    words.push(reportWords(report({ type: "bounced", is_permanent: true })));
    expect(new Set(words).size).toBe(MAIL_EVENT_TYPES.length + 1);
  });

  it("say so when they are about an earlier try", () => {
    expect(reportWords(report({ is_earlier_try: true }))).toBe("Delivered (an earlier try)");
  });

  it("tell when a delivered mail arrived, by the try that counts", () => {
    const reports = [report({ is_earlier_try: true }), report({ at: "2026-03-01T11:00:00.000Z" })];
    expect(deliveredAt({ state: "delivered", reports })).toBe("2026-03-01T11:00:00.000Z");
    expect(deliveredAt({ state: "bounced", reports })).toBeUndefined();
  });
});
