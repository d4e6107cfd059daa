import { afterAll, beforeAll, describe, it } from "vitest";
import { forgotPassword, resetPassword } from "#contract/auth/auth.ts";
import { activateGateway } from "#contract/gateways/gateways.ts";
import type { Operation } from "#contract/operation.ts";
import { countryReport } from "#contract/reports/reports.ts";
import { addTeamMember, updateTeamMember } from "#contract/team/team.ts";
import { saveTransactionDetails } from "#contract/transactions/transactions.ts";
import { orderIn } from "./support/orders.ts";
import { expectFieldRefused, type FormCall, type RefusedForm } from "./support/refused-forms.ts";
import { startTestProgram, type TestProgram } from "./support/test-program.ts";

// The messages are written out instead of imported, because they are the specification's, verbatim.
let program: TestProgram;
let token: string;
let orderId: number;

beforeAll(async () => {
  program = await startTestProgram();
  token = await program.signIn("Manager");
  orderId = await orderIn(program, { status: "Completed" });
});
afterAll(() => program.stop());

const form = (rule: string, field: string, value: unknown, message: string): RefusedForm => ({
  rule,
  field,
  value,
  message,
});
const callOf = ({ method, path }: Operation, body: Record<string, unknown>): FormCall => ({
  method: method === "PUT" ? "PUT" : "POST",
  path: `/api${path}`,
  body,
});

const PERSON = { name: "Asha Perera", email: "asha@staff.example", type: "Team" };

describe("a new member of the team", () => {
  it.each([
    form("needs a name", "name", "", "Please enter your name."),
    form("needs a name that is not blank", "name", "  ", "Please enter your name."),
    form("needs the field of the name", "name", undefined, "Please enter your name."),
    form("needs an e-mail", "email", "", "Please enter your email."),
    form("needs a valid e-mail", "email", "asha", "Please enter your email."),
    form("needs the field of the e-mail", "email", undefined, "Please enter your email."),
    form("needs a password", "password", "", "Please enter your password."),
    form("needs the field of the password", "password", undefined, "Please enter your password."),
    form("needs a password of 6 characters", "password", "abc12", "Password must be at least 6 characters."),
    form("needs a type", "type", "", "Please select type."),
    form("needs the field of the type", "type", undefined, "Please select type."),
    form("needs one of the five types", "type", "Owner", "Please select type."),
  ])("$rule", async (refused) => {
    await expectFieldRefused(
      program,
      callOf(addTeamMember, { ...PERSON, password: "correct horse 8" }),
      refused,
      token,
    );
  });
});

describe("a changed member of the team", () => {
  it.each([
    form("still needs a name", "name", "", "Please enter your name."),
    form("still needs a valid e-mail", "email", "asha@", "Please enter your email."),
    form("still needs a valid type", "type", "team", "Please select type."),
  ])("$rule", async (refused) => {
    await expectFieldRefused(program, callOf(updateTeamMember, { ...PERSON, tmId: 1 }), refused, token);
  });
});

describe("the active gateway", () => {
  it.each([
    form("must be chosen", "gatewayId", "", "Please select gateway."),
    form("must not be missing", "gatewayId", undefined, "Please select gateway."),
  ])("$rule", async (refused) => {
    await expectFieldRefused(program, callOf(activateGateway, {}), refused, token);
  });
});

describe("transaction details", () => {
  it.each([
    form("need the transaction id", "transactionId", "", "Please enter your Transaction Id"),
    form("need the field of the transaction id", "transactionId", undefined, "Please enter your Transaction Id"),
    form("need a merchant name that is not blank", "merchantName", " ", "Please enter your Merchant Name"),
    form("need the field of the merchant name", "merchantName", undefined, "Please enter your Merchant Name"),
  ])("$rule", async (refused) => {
    const right = { orderId, transactionId: "T-1", merchantName: "Card desk" };
    await expectFieldRefused(program, callOf(saveTransactionDetails, right), refused, token);
  });
});

describe("the country report", () => {
  it("refuses a range that ends before it begins", async () => {
    const range = form("from after to", "fromDate", "2026-03-02", "From date must be before To date.");
    await expectFieldRefused(program, callOf(countryReport, { toDate: "2026-03-01" }), range, token);
  });
});

describe("a forgotten password", () => {
  it.each([
    form("needs an e-mail", "email", "", "Email Address is required"),
    form("needs a valid e-mail", "email", "asha", "Invalid email address"),
  ])("$rule", async (refused) => {
    await expectFieldRefused(program, callOf(forgotPassword, {}), refused);
  });

  it.each([
    form("needs a new one that is not empty", "newPassword", "", "Please enter your New Password."),
    form(
      "needs a new one of at least 6 characters",
      "newPassword",
      "abc12",
      "New Password must be at least 6 characters.",
    ),
  ])("$rule", async (refused) => {
    await expectFieldRefused(program, callOf(resetPassword, { token: "A".repeat(43) }), refused);
  });
});
