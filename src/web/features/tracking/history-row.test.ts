import { describe, expect, it } from "vitest";
import { historyRow } from "./history-row.ts";

const entry = {
  order_id: 100001,
  create_ts: "2026-03-01T14:05:09.000Z",
  ip: "::ffff:203.0.113.7",
  timezone: "Asia/Colombo",
  browser: "Chrome-140-iPhone-Mobile",
  os: "iOS 19",
};

describe("historyRow", () => {
  it("splits the browser text of a download as specified @2-164 @2-171", () => {
    expect(historyRow(entry, 0)).toEqual({
      number: "1",
      orderId: "100001",
      time: "01 Mar 2026 09:05:09 EST",
      ip: "203.0.113.7",
      device: "iPhone",
      deviceType: "iPhone Mobile",
      browser: "Chrome",
      os: "iOS 19",
      location: "Asia/Colombo",
    });
  });

  it("shows New York time with its true abbreviation @2-163 @9-016", () => {
    expect(historyRow({ ...entry, create_ts: "2026-07-01T14:05:09.000Z" }, 1).time).toBe("01 Jul 2026 10:05:09 EDT");
  });

  it("shows a dash for unknown values", () => {
    const row = historyRow({ ...entry, browser: "Unknown-Unknown-Unknown-Unknown", os: "Unknown", timezone: null }, 2);
    expect(row).toMatchObject({ device: "-", deviceType: "-", browser: "-", os: "-", location: "-" });
  });
});
