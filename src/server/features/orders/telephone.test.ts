import { describe, expect, it } from "vitest";
import { telephoneE164 } from "./telephone.ts";

const e164 = (phoneCode: string | null, telephoneNumber: string | null) =>
  telephoneE164({ phoneCode, telephoneNumber });

describe("a number in E.164", () => {
  it.each([
    ["with its own code", "+94", "0061 491 570 156", "+61491570156"],
    ["without a code beside it", null, "+61 491 570 156", "+61491570156"],
    ["with a national zero in brackets", "+44", "+44 (0)7700 900123", "+447700900123"],
    ["with a code in brackets", "+44", "(+44) 7911 123456", "+447911123456"],
    ["with a code in brackets and 00", "+44", "(0044) 7911 123456", "+447911123456"],
    ["with the code once more", "+94", "94771234567", "+94771234567"],
    ["with the trunk prefix 0", "94", "077 123 4567", "+94771234567"],
    ["with the trunk prefix 1", "+1", "1 415 555 2671", "+14155552671"],
    ["with the trunk prefix 8", "+7", "8 916 123 45 67", "+79161234567"],
    ["with the trunk prefix 06", "+36", "06 30 123 4567", "+36301234567"],
    ["of Argentina, with 15", "+54", "011 15 1234 5678", "+5491112345678"],
    ["of Italy, which keeps its zero", "39", "06 1234 5678", "+390612345678"],
    ["of San Marino", "+378", "0549 886377", "+3780549886377"],
    ["of Benin since 2024", "+229", "01 97 12 34 56", "+2290197123456"],
    ["of Burkina Faso", "+226", "07 12 34 56", "+22607123456"],
    ["of Ivory Coast", "+225", "01 23 45 67 89", "+2250123456789"],
    ["of a country whose code goes on in the number", "+1-246", "(246) 234-5678", "+12462345678"],
    ["of a country whose code goes on, the rest alone", "+1246", "234 5678", "+12462345678"],
    ["in full-width digits", "+81", "０９０-１２３４-５６７８", "+819012345678"],
    ["in Arabic digits", "+20", "٠١٠ ١٢٣٤ ٥٦٧٨", "+201012345678"],
    ["with hyphens that don't break", "+61", "0412‑345‑678", "+61412345678"],
    ["with marks of direction", "+972", "\u200e050-123-4567\u200e", "+972501234567"],
    ["without its extension", "+1", "415-555-2671 x204", "+14155552671"],
    ["without its extension in words", "+94", "077 123 4567 ext. 12", "+94771234567"],
    ["without a note", "+94", "077 123 4567 (mobile)", "+94771234567"],
    ["as a URL", null, "tel:+44-7911-123456", "+447911123456"],
    ["of a range that is not assigned", "+44", "7700 900123", "+447700900123"],
    ["with a code of 00", "0044", "7911 123456", "+447911123456"],
  ])("%s: %s %s", (_case, code, number, expected) => {
    expect(e164(code, number)).toBe(expected);
  });

  it.each([
    ["no code", null, "771234567"],
    ["no number", "+94", null],
    ["neither", null, null],
    ["an empty number", "+94", ""],
    ["too few digits", "+94", "123456"],
    ["a digit missing behind the zero", "+94", "077123456"],
    ["too many digits", "+94", "77123456789012"],
    ["letters", "+94", "77 CALL ME"],
    ["a code that is a word", "LK", "771234567"],
    ["a code that begins with zero", "0", "771234567"],
    ["a code of no country", "+999", "1234567"],
    ["the code of another country in it, without a plus", "+44", "94771234567"],
    ["two numbers", "+94", "0771234567 / 0712345678"],
  ])("is none for %s", (_case, code, number) => {
    expect(e164(code, number)).toBeNull();
  });

  it("never holds a part of a script", () => {
    expect(e164("+94", "771234567/../javascript:alert(1)")).toBeNull();
    expect(e164("+94<script>", "771234567")).toBeNull();
    expect(e164(null, "+94771234567<script>")).toBe("+94771234567");
  });
});
