import { expect, it } from "vitest";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import { PREFLIGHT_LEVELS, type PreflightCode } from "#contract/packs/packs.ts";
import { packFix } from "./pack-fixes.ts";

const CODES = Object.keys(PREFLIGHT_LEVELS) as PreflightCode[];
const document = { id: 1 } as OrderDetails["uploadDoc"][number];
const order = { process_status: "Completed", paid: true, uploadDoc: [document] } as const;

it("offers a fix for every red finding, and for no other", () => {
  const withWay = CODES.filter((code) => packFix(code, { ...order, uploadDoc: [document] }) !== null);
  expect(withWay).toEqual(CODES.filter((code) => PREFLIGHT_LEVELS[code] === "red"));
});

it("offers no fix that the order's page would refuse", () => {
  expect(packFix("transaction_missing", { ...order, paid: false, uploadDoc: [] })).toBeNull();
  expect(packFix("document_missing", { ...order, paid: false, uploadDoc: [] })).toBeNull();
  expect(packFix("document_missing", { ...order, process_status: "Deleted", uploadDoc: [] })).toBeNull();
  expect(packFix("document_missing", { ...order, uploadDoc: [] })).toBe("upload");
  expect(packFix("delivery_mail_missing", { ...order, uploadDoc: [] })).toBeNull();
});
