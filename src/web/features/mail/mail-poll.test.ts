import { describe, expect, it } from "vitest";
import { mailPollInterval } from "./mail-poll.ts";

const now = Date.parse("2026-03-01T12:00:00.000Z");
const ago = (seconds: number) => new Date(now - seconds * 1000).toISOString();

describe("mailPollInterval", () => {
  it("does not poll when no mail is being sent", () => {
    expect(mailPollInterval([], now)).toBe(0);
    expect(mailPollInterval([{ state: "delivered", create_ts: ago(1) }], now)).toBe(0);
  });

  it("polls every two seconds in a mail's first minute", () => {
    expect(mailPollInterval([{ state: "queued", create_ts: ago(0) }], now)).toBe(2_000);
    expect(mailPollInterval([{ state: "sending", create_ts: ago(59) }], now)).toBe(2_000);
  });

  it("polls less often when retries take long", () => {
    expect(mailPollInterval([{ state: "queued", create_ts: ago(60) }], now)).toBe(20_000);
  });

  it("depends on the newest mail", () => {
    const mails = [
      { state: "queued", create_ts: ago(3_600) },
      { state: "queued", create_ts: ago(5) },
    ] as const;
    expect(mailPollInterval(mails, now)).toBe(2_000);
  });
});
