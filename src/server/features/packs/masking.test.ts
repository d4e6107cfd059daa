import { describe, expect, it } from "vitest";
import { lastCharacters, masksFor } from "./masking.ts";

describe("the passport number in a text", () => {
  const { prose, line } = masksFor("N7788123");

  it.each([
    ["Passport N7788123 was unreadable", "Passport ***123 was unreadable"],
    ["n7788123", "***123"],
    ["N 778-8123, N-77 88 123 and N.7788.123", "***123, ***123 and ***123"],
    ["scan_N7788123.pdf", "scan_***123.pdf"],
    ["xN77881234", "x***1234"],
    ["nothing of it: N778812", "nothing of it: N778812"],
  ])("is found in %j", (text, masked) => {
    expect(prose(text)).toBe(masked);
    expect(line(text)).toBe(masked);
  });

  it("is matched as a whole word only if it is short, and not at all below three characters", () => {
    const short = masksFor("A-12 3");
    expect(short.prose("A123, but BA123 and A1234 are others; a 1-23 is it")).toBe(
      "***23, but BA123 and A1234 are others; ***23 is it",
    );
    for (const none of [null, "", "-", "A1"]) expect(masksFor(none).prose("A1 is here")).toBe("A1 is here");
  });

  it("may contain characters that are special in patterns", () => {
    expect(masksFor("(N.7*7$1]88").prose("N77188 and $1 and (N.7*7$1]88")).toBe("***188 and $1 and (***188");
  });

  it("of two hundred characters does not slow down the masking of a long comment", () => {
    const comment = "N 7 ".repeat(1000);
    const started = process.cpuUsage();
    masksFor("N7".repeat(100)).prose(comment);
    masksFor(`${"N7".repeat(99)}X`).prose(comment);
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(5_000);
  });

  it("leaves null unchanged", () => {
    expect([line(null), prose(null)]).toEqual([null, null]);
  });
});

describe("a card number in a comment", () => {
  const { prose, line } = masksFor(null);

  it.each([
    ["4111111111111111", "****1111"],
    ["card 4111 1111 1111 1111 exp 12/27", "card ****1111 exp 12/27"],
    ["4111-1111-1111-1111 12 345", "****1111 12 345"],
    ["paid 49 4111.1111.1111.1111", "paid 49 ****1111"],
    ["378282246310005", "****0005"],
    ["3782 822463 10005", "****0005"],
    ["4111\u00a01111\u00a01111\u00a01111", "****1111"],
    ["4222222222222 and 6304000000000000000", "****2222 and ****0000"],
    ["4111 1111 1111 1111 5500 0000 0000 0004", "****1111 ****0004"],
  ])("is found in %j", (text, masked) => {
    expect(prose(text)).toBe(masked);
  });

  it.each(["4111111111111112", "411111111111", "+94 77 123 4567", "2026-03-01 14:05:09", "41111111111111111111"])(
    "is not %j",
    (text) => {
      expect(prose(text)).toBe(text);
    },
  );

  it("is not masked in an identifier, which may look like one", () => {
    expect(line("4111111111111111")).toBe("4111111111111111");
  });
});

describe("the last characters", () => {
  it.each([
    ["N7788123", 3, "123"],
    ["+94 77 123 45 67", 4, "4567"],
    ["12345", 4, "45"],
    ["AB1", 3, "1"],
    ["A", 3, null],
    ["--", 3, null],
    [null, 3, null],
  ])("of %j are at most %i and never more than half", (text, count, shown) => {
    expect(lastCharacters(text, count)).toBe(shown);
  });
});
