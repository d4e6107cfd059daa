import { describe, expect, it } from "vitest";
import { chatLink } from "./chat-link.ts";

describe("chatLink", () => {
  it.each([
    ["+94", "771234567", "https://wa.me/94771234567"],
    ["94", "077 123 4567", "https://wa.me/94771234567"],
    ["+1-876", "(555) 012-345", "https://wa.me/1876555012345"],
    ["0044", "7700 900123", "https://wa.me/447700900123"],
    ["39", "06 1234 5678", "https://wa.me/390612345678"],
    [null, "+61 491 570 156", "https://wa.me/61491570156"],
    ["+94", "0061 491 570 156", "https://wa.me/61491570156"],
  ])("joins code %s and number %s @2-149", (code, number, link) => {
    expect(chatLink(code, number)).toBe(link);
  });

  it.each([
    ["no code", null, "771234567"],
    ["no number", "+94", null],
    ["neither", null, null],
    ["an empty number", "+94", ""],
    ["a number of seven digits", "+9", "123456"],
    ["a number of sixteen digits", "+94", "77123456789012"],
    ["letters", "+94", "77 CALL ME"],
    ["an extension", "+94", "771234567 x12"],
    ["a code that is a word", "LK", "771234567"],
    ["a code that begins with zero", "0", "771234567"],
    ["a script", "+94", "771234567/../javascript:alert(1)"],
  ])("gives none for %s", (_case, code, number) => {
    expect(chatLink(code, number)).toBeNull();
  });

  it("accepts the shortest and the longest number of E.164", () => {
    expect(chatLink("+9", "1234567")).toBe("https://wa.me/91234567");
    expect(chatLink("+94", "7712345678901")).toBe("https://wa.me/947712345678901");
  });
});
