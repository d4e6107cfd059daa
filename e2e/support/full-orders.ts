import type { APIRequestContext } from "@playwright/test";
import { uploadDocument } from "./answers.ts";
import { changeDispute, closeDispute, openDispute } from "./disputes.ts";
import { expect } from "./test.ts";

/** Creates an order through the API, as the tests' `intake` fixture. @returns its id */
export type Intake = (order?: Record<string, unknown>) => Promise<number>;

/** The UTC date some days from today. */
export const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** An order with every field of the intake. */
export const FULL_ORDER = {
  full_name: "N. K. Perera",
  email: "perera@example.com",
  nationality: "GB",
  passport_number: "P1234567",
  sex: "Female",
  date_of_birth: "1990-02-03",
  phone_code: "+44",
  telephone_number: "07700 900123",
  travel_mode: "Air",
  flight_number: "UL504",
  port_of_departure: "London",
  port_of_arrival: "Colombo",
  purpose_of_visit: "Holiday",
  place_of_stay: "12 Galle Road, Colombo 03",
  merchant_name: "Stripe UK",
  transaction_id: "txn_1",
};

/** The same with names of extreme length. */
export const LONG_ORDER = {
  ...FULL_ORDER,
  full_name: "Anuradhapura-Polonnaruwa Wickramasinghe de Silva y Rodríguez-Featherstonehaugh",
  email: "wickramasinghe.featherstonehaugh+arrival@travellers.example.com",
  transaction_id: "pi_3QxTransactionOfThirtyCharacters0123456789",
  device: "Windows PC",
};

/** An order with everything that screens can show. */
export async function fullOrder(request: APIRequestContext, token: string, intake: Intake): Promise<number> {
  const id = await intake(LONG_ORDER);
  await uploadDocument(request, token, id, LONG_ORDER.email);
  for (const remark of ["Told the customer on the telephone.", `A link: https://example.com/${"long-".repeat(30)}`]) {
    const data = {
      orderId: id,
      remark,
      telephone: "Y",
      whatsapp: "Y",
      statusRefund: "Y",
      voided: "Y",
      chargeBack: "Y",
    };
    const headers = { authorization: token };
    expect((await request.post("/api/admin/add-new-remark", { headers, data })).status()).toBe(200);
  }
  return id;
}

/** A dispute with every field filled in with long text. */
export async function fullDispute(request: APIRequestContext, token: string, orderId: number, isClosed: boolean) {
  const details = { amount: "123456789012.34", currency: "EUR", caseId: "dp_".padEnd(100, "1Q"), dueDate: inDays(1) };
  const dispute = await openDispute(request, token, orderId);
  const changed = await changeDispute(request, token, dispute, { reason: "not_authorised", ...details });
  if (isClosed) await closeDispute(request, token, changed, "withdrawn");
}
