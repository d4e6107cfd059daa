import { expect, it } from "vitest";
import { FILTER_KEYS, type FilterKey, orderFilterShape } from "#contract/orders/order-filter.ts";
import { COUNTRIES, FILTER_CHOICES, filterText } from "./filter-text.ts";

const names = { gateways: new Map([["2", "Stripe"]]), members: new Map([["17", "Amara"]]) };

it.each([
  ["arrival", "2026-11-27", "Arrives 27 Nov 2026"],
  ["arrival", "2026-11-27..2026-11-29", "Arrives 27–29 Nov 2026"],
  ["arrival", "2026-11-27..2026-12-02", "Arrives 27 Nov – 2 Dec 2026"],
  ["created", "2026-12-30..2027-01-02", "Created 30 Dec 2026 – 2 Jan 2027"],
  ["arrival", "..2026-12-02", "Arrives until 2 Dec 2026"],
  ["arrival", "2026-11-27..", "Arrives from 27 Nov 2026"],
  ["arrival", "..today+2", "Arrives until in 2 days"],
  ["arrival", "today..", "Arrives from today"],
  ["arrival", "today+1", "Arrives tomorrow"],
  ["arrival", "today..today+6", "Arrives in the next 7 days"],
  ["created", "today-6..today", "Created in the last 7 days"],
  ["created", "today-1", "Created yesterday"],
  ["created", "2026-11-27..today", "Created 27 Nov 2026 – today"],
  ["created", "today-3..today+2", "Created 3 days ago – in 2 days"],
  ["nat", "DE,AT", "Nationality: Germany, Austria"],
  ["nat", "GB,ZZ", "Nationality: United Kingdom, ZZ"],
  ["mode", "Standard,Future", "Processing mode: Standard, Future"],
  ["gateway", "2,9", "Gateway: Stripe, 9"],
  ["status", "AwaitingGovt,Refund due", "Status: Awaiting Govt, Refund due"],
  ["doc", "no", "No document"],
  ["doc", "yes", "Has a document"],
  ["mail", "none,bounced", "Mail: None, Bounced"],
  ["flag", "refund,chargeback", "Flag: Refund, Chargeback"],
  ["dispute", "open", "Dispute: Open"],
  ["mark", "correction-asked,email-contested", "Mark: Correction requested, New email contested"],
  ["claim", "me", "Assignee: me"],
  ["claim", "none", "Assignee: nobody"],
  ["claim", "17", "Assignee: Amara"],
  ["claim", "18", "Assignee: 18"],
  ["due", "soon", "Due time: Within two hours"],
] as const)("%s=%s reads as %s", (key: FilterKey, text, words) => {
  expect(orderFilterShape[key].safeParse(text).success).toBe(true);
  expect(filterText(key, text, names)).toBe(words);
});

it("offers only values that the contract takes", () => {
  for (const key of FILTER_KEYS) {
    const words = key in FILTER_CHOICES ? FILTER_CHOICES[key as keyof typeof FILTER_CHOICES] : {};
    for (const value of Object.keys(words)) expect(orderFilterShape[key].safeParse(value).success, value).toBe(true);
  }
  for (const { code } of COUNTRIES) expect(orderFilterShape.nat.safeParse(code).success, code).toBe(true);
});
