import { describe, expect, it } from "vitest";
import { addRemarkSchema } from "#contract/remarks/remarks.ts";
import { ASKED_FLAGS, flagValues, shownFlags } from "./remark-flags.ts";

const none = {
  whatsapp: "N",
  telephone: "N",
  status_refund: "N",
  voided: "N",
  chargeback: "N",
  report_error: "N",
} as const;

describe("comment flags", () => {
  it("are N unless ticked @5-023", () => {
    expect(Object.values(flagValues([]))).toEqual(["N", "N", "N", "N", "N"]);
    expect(flagValues(["statusRefund", "chargeBack"])).toMatchObject({
      statusRefund: "Y",
      chargeBack: "Y",
      voided: "N",
    });
  });

  it("have the contract's names", () => {
    const body = { orderId: 100001, remark: "Called", ...flagValues([...ASKED_FLAGS]) };
    expect(addRemarkSchema.parse(body)).toEqual(body);
  });

  it("have labels for a stored comment", () => {
    expect(shownFlags(none)).toEqual([]);
    expect(shownFlags({ ...none, telephone: "Y", status_refund: "Y" })).toEqual(["Telephone", "Refund"]);
  });
});
