import { afterAll, beforeAll, expect, it } from "vitest";
import { AUTH_MESSAGES } from "#contract/auth/messages.ts";
import { call } from "../support/client.ts";
import { startTestProgram, type TestProgram } from "../support/test-program.ts";

/** The first forty guesses of an attacker who has seen the service's website. */
const GUESSES = [
  ..."Colombo2026 Colombo@2026 SriLanka2026 SriLanka@1 Lanka@123 Ceylon1948 Kandy2026! Galle#2026 Visa2026!".split(" "),
  ..."eVisa@2026 Passport@1 Passport2026 Arrival2026 Arrival@123 ArrivalCard1! ArrivalDesk1 Travel2026!".split(" "),
  ..."Tourist2026 Admin@2026 Admin#123 Administrator1! Manager@1 Manager2026 Telecaller@1 Team@2026".split(" "),
  ..."NightStaff1! Welcome@2026 Welcome2026! P@ssw0rd1 P@ssword2026 Password@123 Qwerty@123 Qwerty2026!".split(" "),
  ..."Summer2026! Winter@2025 January2026 Monday@123 Letmein2026! Changeme@1 Test@12345".split(" "),
];

let program: TestProgram;
beforeAll(async () => {
  program = await startTestProgram();
});
afterAll(() => program.stop());

it("accepts none of the first forty guesses", async () => {
  expect(GUESSES).toHaveLength(40);
  const token = await program.signIn("Admin");
  const accepted: string[] = [];
  for (const [index, password] of GUESSES.entries()) {
    const { code, body } = await call(program.address, "POST", "/api/admin/add-team-member", {
      token,
      body: { name: "Ada Byron", email: `ada${index}@staff.example`, type: "Team", password },
    });
    if (code !== 400) accepted.push(password);
    else expect(body.errors).toEqual([{ path: "password", message: AUTH_MESSAGES.newPasswordCommon }]);
  }
  expect(accepted).toEqual([]);
});

it("enforces the configured minimum length of a role wherever a member sets a password", async () => {
  const strict = await startTestProgram({ environment: { PASSWORD_MIN: "8,Admin=14" } });
  try {
    const [admin, team] = [await strict.signIn("Admin"), await strict.signIn("Team")];
    const change = (token: string, newPassword: string) =>
      call(strict.address, "POST", "/api/admin/change-password", { token, body: { newPassword } });
    expect((await change(admin, "xK7#pQ2m")).body.message).toBe("New Password must be at least 14 characters.");
    expect((await change(team, "xK7#p")).body.message).toBe("New Password must be at least 8 characters.");
    const member = { name: "Ada Byron", email: "ada@staff.example", type: "Admin", password: "xK7#pQ2m" };
    const added = await call(strict.address, "POST", "/api/admin/add-team-member", { token: admin, body: member });
    expect([added.code, added.body.message]).toEqual([400, "Password must be at least 14 characters."]);
    expect((await change(team, "xK7#pQ2m")).code).toBe(200);
  } finally {
    await strict.stop();
  }
});
