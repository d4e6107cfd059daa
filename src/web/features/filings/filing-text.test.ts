import { expect, it } from "vitest";
import { FILING_SOURCES } from "#contract/filings/filing-profile.ts";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import { checklist } from "./filing-text.ts";

const ORDER = {
  ...Object.fromEntries(FILING_SOURCES.map((source) => [source, "x"])),
  created_at: "2026-03-01T09:30:00Z",
  passport_number: "N1234567",
  sex: "Male",
  travel_mode: "Air",
  purpose_of_visit: "Transit",
  date_of_birth: "1990-02-03",
  arrival_date: "2031-07-04",
  telephone_number: "+94 77 123 4567",
  doubts: [],
  duplicates: [],
  filings: [],
  file_again: false,
  changed_since_filing: [],
  correction_requests: [],
  email_change: null,
  uploadDoc: [],
} as unknown as OrderDetails;
const wordsFor = (given: object) => checklist({ ...ORDER, ...given }).map(({ tone, words }) => `${tone}: ${words}`);
const FILED = { voided_at: null, filed_at: "2026-03-01T09:30:00Z", reference: "SL-1" };

it("an order with everything has one good item", () => {
  expect(wordsFor({})).toEqual(["good: Every required field has a value."]);
});

it.each([
  [{ doubts: ["birth_implausible"] }, "bad: The date of birth is in the future or more than 120 years ago."],
  [{ doubts: ["arrival_past", "passport_short"] }, "bad: The arrival date is in the past."],
  [{ doubts: ["arrival_past", "passport_short"] }, "bad: The passport number has fewer than 5 letters and digits."],
  [{ passport_number: null, place_of_stay: " " }, "bad: Missing: Passport No., Place of Stay."],
  [
    { purpose_of_visit: "Surfing", flight_number: "x".repeat(61) },
    "unclear: Look at: Flight No./Ship Name, Purpose of Visit.",
  ],
  [{ filings: [FILED] }, "unclear: Filed on 01-03-2026 09:30:00 under reference SL-1."],
  [
    { filings: [FILED], file_again: true, changed_since_filing: ["Sex", "Place of Stay"] },
    "bad: Filed on 01-03-2026 09:30:00 under reference SL-1. Changed since: Sex, Place of Stay.",
  ],
  [
    { correction_requests: [{ outcome: "declined" }, { outcome: null }] },
    "bad: A correction of this order is requested and not decided.",
  ],
  [{ email_change: { state: "pending" } }, "bad: A change of its e-mail address is not settled."],
  [{ duplicates: [100007, 100003] }, "bad: Possible duplicate of order 100007, 100003."],
  [{ uploadDoc: [{}] }, "unclear: A document is stored for this order already."],
])("%j adds %s", (given, words) => {
  expect(wordsFor(given)).toContain(words);
});

it("a voided filing and a decided request add nothing", () => {
  const given = {
    filings: [{ ...FILED, voided_at: "2026-03-02T09:30:00Z" }],
    correction_requests: [{ outcome: "accepted" }],
  };
  expect(wordsFor(given)).toHaveLength(1);
});
