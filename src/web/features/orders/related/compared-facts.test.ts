import { expect, it } from "vitest";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import { comparedFacts } from "./compared-facts.ts";

const order = (given: Partial<OrderDetails>) =>
  ({
    process_status: "New",
    created_at: "2026-03-01T12:00:00.000Z",
    uploadDoc: [],
    filings: [],
    ...given,
  }) as unknown as OrderDetails;

it("names what differs, leaves out what neither order has, and says nothing of an order that is not read yet", () => {
  const own = order({
    full_name: "A",
    passport_number: "N 1",
    arrival_date: "2026-03-09",
    amount: "5",
    currency: "USD",
  });
  const other = order({ full_name: "A", passport_number: "N1", arrival_date: null, email: "b@example.com" });
  const facts = comparedFacts(own, other);
  expect(facts.filter(({ differs }) => differs)).toEqual([
    { label: "Passport No.", own: "N 1", other: "N1", differs: true },
    { label: "Email", own: "", other: "b@example.com", differs: true },
    { label: "Arrival Date", own: "09-03-2026", other: "", differs: true },
    { label: "Amount", own: "5 USD", other: "", differs: true },
  ]);
  expect(facts.map(({ label }) => label)).not.toContain("Sex");
  expect(comparedFacts(own, undefined).filter((fact) => fact.differs || fact.other !== undefined)).toEqual([]);
});
