import { describe, expect, it } from "vitest";
import { MAIL_STATES } from "#contract/mail.ts";
import { isUnderWay, MAIL_STATE_WORDS } from "./mail-state.ts";

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
