import { expect, it } from "vitest";
import type * as z from "zod";
import { PACK_MESSAGES } from "#contract/packs/messages.ts";
import type { defencePackDetails } from "#contract/packs/packs.ts";
import { PRODUCT_NAME } from "#contract/page-config.ts";
import { call } from "#test/support/client.ts";
import { clearOrder, PURCHASE } from "#test/support/evidence-order.ts";
import { captureLog } from "#test/support/log-capture.ts";
import { startTestProgram } from "#test/support/test-program.ts";

const CASES = [
  { what: "nothing", missing: [] },
  { what: "the address", missing: ["COMPANY_ADDRESS"] },
  { what: "the name", missing: ["COMPANY_NAME"] },
  { what: "telephone and tax id", missing: ["COMPANY_TELEPHONE", "COMPANY_TAX_ID"] },
] as const;

it.each(CASES)("the start-up log and each pre-flight say that the company details lack $what", async ({ missing }) => {
  const logged = captureLog();
  const policies = {
    TERMS_VERSION: PURCHASE.terms_version,
    TERMS_TEXT: "Our terms.",
    REFUND_POLICY_VERSION: PURCHASE.refund_policy_version,
    REFUND_POLICY_TEXT: "Our refunds.",
  };
  const unset = Object.fromEntries(missing.map((name) => [name, name === "COMPANY_NAME" ? PRODUCT_NAME : ""]));
  const program = await startTestProgram({ environment: { ...policies, ...unset }, log: logged.log });
  try {
    const lines = logged
      .text()
      .split("\n")
      .filter((line) => line.includes("COMPANY_"))
      .map((line) => JSON.parse(line) as { level: number; msg: string });
    const msg = `The letters of the defence packs are missing ${missing.join(", ")}`;
    expect(lines).toMatchObject(missing.length === 0 ? [] : [{ level: 40, msg }]);

    const { orderId } = await clearOrder(program, { card_brand: "Mastercard" });
    const finding = { code: "company_incomplete", level: "amber", message: PACK_MESSAGES.preflightCompany };
    const expected = missing.length === 0 ? { level: "clear", findings: [] } : { level: "amber", findings: [finding] };
    const details = await call<z.infer<typeof defencePackDetails.data>>(
      program.address,
      "POST",
      "/api/admin/defence-pack-details",
      { token: await program.signIn("Team"), body: { orderId } },
    );
    expect(details.body.data.preflight).toEqual({ pack1: expected, pack2: expected });
  } finally {
    await program.stop();
  }
});
