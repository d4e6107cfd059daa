import { expect, it } from "vitest";
import type { Claim } from "#contract/claims/claims.ts";
import { claimText, initials } from "./claim-text.ts";

it.each([
  ["Amara Silva", "AS"],
  ["  ruwan de  alwis ", "RA"],
  ["Cher", "C"],
  ["𝒜da 🙂", "𝒜🙂"],
  ["", ""],
])("takes the first letters of the first and the last word of %j", (name, letters) => {
  expect(initials(name)).toBe(letters);
});

it("says who has an order", () => {
  const claim: Claim = {
    order_id: 100001,
    member: { id: 7, name: "Amara Silva" },
    kind: "next",
    claimed_at: "2026-03-01T00:00:00.000Z",
    is_active: true,
  };
  expect(claimText(claim, 8)).toBe("Amara Silva has it, active");
  expect(claimText({ ...claim, is_active: false }, 8)).toBe("Amara Silva has it");
  expect(claimText(claim, 7)).toBe("You have this order");
});
