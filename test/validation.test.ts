import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { call } from "./support/client.ts";
import { png } from "./support/image-files.ts";
import { orderIn } from "./support/orders.ts";
import { plainPdf } from "./support/plain-pdf.ts";
import { expectFieldRefused, type FormCall, type RefusedForm } from "./support/refused-forms.ts";
import { startTestProgram, TEST_PASSWORD, type TestProgram } from "./support/test-program.ts";

// The messages are written out instead of imported, because they are the specification's, verbatim.
let program: TestProgram;
let token: string;
let orderId: number;

beforeAll(async () => {
  program = await startTestProgram();
  token = await program.signIn("Team");
  orderId = await orderIn(program, { status: "New" });
});
afterAll(() => program.stop());

const SIGN_IN: FormCall = {
  method: "POST",
  path: "/api/admin/admin-login",
  body: { email: "team@staff.example", password: TEST_PASSWORD },
};
const PASSWORD: FormCall = {
  method: "POST",
  path: "/api/admin/change-password",
  body: { newPassword: "correct horse 8" },
};
const COMMENT: FormCall = { method: "POST", path: "/api/admin/add-new-remark", body: { remark: "Called" } };
const TRACK: FormCall = {
  method: "POST",
  path: "/api/front/track-order",
  body: { orderId: "100001", email: "traveller@example.com" },
};

const form = (rule: string, field: string, value: unknown, message: string): RefusedForm => ({
  rule,
  field,
  value,
  message,
});

describe("the sign-in refuses", () => {
  const EMAIL = "Email Address is required";
  it.each([
    form("an empty e-mail", "email", "", EMAIL),
    form("a blank e-mail", "email", "   ", EMAIL),
    form("a missing e-mail", "email", undefined, EMAIL),
    form("an e-mail without @", "email", "team.staff.example", "Invalid email address"),
    form("an e-mail without a domain", "email", "team@", "Invalid email address"),
    form("an empty password", "password", "", "Password is required"),
    form("a missing password", "password", undefined, "Password is required"),
  ])("$rule", async (refused) => {
    await expectFieldRefused(program, SIGN_IN, refused);
  });

  it("two invalid fields with both messages, in order of the fields", async () => {
    const { code, body } = await call(program.address, SIGN_IN.method, SIGN_IN.path, { body: {} });
    expect(code).toBe(400);
    expect(body.message).toBe(EMAIL);
    expect(body.errors).toEqual([
      { path: "email", message: EMAIL },
      { path: "password", message: "Password is required" },
    ]);
  });
});

describe("the new password", () => {
  it.each([
    form("must not be empty", "newPassword", "", "Please enter your New Password."),
    form("must not be missing", "newPassword", undefined, "Please enter your New Password."),
    form("must have 6 characters", "newPassword", "abc12", "New Password must be at least 6 characters."),
  ])("$rule", async (refused) => {
    await expectFieldRefused(program, PASSWORD, refused, token);
  });
});

describe("a comment", () => {
  it.each([
    form("must not be empty", "remark", "", "Please enter your remark"),
    form("must not be blank", "remark", " \n ", "Please enter your remark"),
    form("must not be missing", "remark", undefined, "Please enter your remark"),
    ...["whatsapp", "telephone", "statusRefund", "voided", "chargeBack"].map((flag) =>
      form(`must have ${flag} as Y or N`, flag, "yes", "A flag must be Y or N."),
    ),
  ])("$rule", async (refused) => {
    await expectFieldRefused(program, { ...COMMENT, body: { ...COMMENT.body, orderId } }, refused, token);
  });

  it("has each flag as Y if it is ticked, otherwise N", async () => {
    const ticked = { orderId, remark: "Called", whatsapp: "Y", voided: "Y" };
    const { body } = await call(program.address, "POST", COMMENT.path, { token, body: ticked });
    expect(body.data).toMatchObject({
      whatsapp: "Y",
      telephone: "N",
      status_refund: "N",
      voided: "Y",
      chargeback: "N",
      report_error: "N",
    });
  });
});

describe("tracking", () => {
  it.each([
    form("needs an order ID", "orderId", "", "Please enter your orderId"),
    form("needs an order ID that is not blank", "orderId", "  ", "Please enter your orderId"),
    form("needs the field of the order ID", "orderId", undefined, "Please enter your orderId"),
    form("needs an e-mail", "email", "", "Please enter your email"),
    form("needs the field of the e-mail", "email", undefined, "Please enter your email"),
    form("needs a valid e-mail", "email", "traveller", "Please enter your email"),
  ])("$rule", async (refused) => {
    await expectFieldRefused(program, TRACK, refused);
  });
});

describe("an upload", () => {
  async function upload(fields: Record<string, string>, file?: { content: Buffer; name: string }) {
    const parts = new FormData();
    for (const [name, value] of Object.entries(fields)) parts.set(name, value);
    if (file !== undefined) parts.set("uploadVisaDoc", new File([new Uint8Array(file.content)], file.name));
    const response = await fetch(`${program.address}/api/admin/upload-visa-document`, {
      method: "POST",
      headers: { authorization: token },
      body: parts,
    });
    const body = (await response.json()) as { status: number; message: string; code?: string; errors?: unknown };
    return { code: response.status, body };
  }
  const fields = () => ({ orderId: String(orderId), email: "traveller@example.com", mailServiceProvider: "AWS" });
  const card = { content: plainPdf("Arrival card"), name: "card.pdf" };

  it.each(["", "  ", "traveller"])("needs a valid e-mail, not %j @5-014", async (email) => {
    const { code, body } = await upload({ ...fields(), email }, card);
    expect(code).toBe(400);
    expect(body).toMatchObject({ status: 0, message: "Please enter your email", code: "invalid_input" });
    expect(body.errors).toEqual([{ path: "email", message: "Please enter your email" }]);
  });

  it("needs a file @5-015", async () => {
    const { code, body } = await upload(fields());
    expect(code).toBe(400);
    expect(body).toMatchObject({ status: 0, message: "File is required", code: "invalid_input" });
    expect(body.errors).toEqual([{ path: "uploadVisaDoc", message: "File is required" }]);
  });

  it("accepts PDFs and images, detected by content, and nothing else @5-016", async () => {
    expect((await upload(fields(), card)).code).toBe(200);
    expect((await upload(fields(), { content: png(), name: "card.exe" })).code).toBe(200);
    const svg = { content: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), name: "card.png" };
    const refused = await upload(fields(), svg);
    expect(refused.code).toBe(415);
    expect(refused.body).toMatchObject({ status: 0, code: "unsupported_type" });
    expect(refused.body.message).toMatch(/^Only PDF and image files/);
  });
});
