import { describe, expect, it, vi } from "vitest";
import { AUTH_MESSAGES } from "#contract/auth/messages.ts";
import { loadConfig } from "#server/config.ts";
import { CONTEXT_WORDS } from "./password-context-words.ts";
import { createPasswordRules } from "./password-rules.ts";
import { createStrengthThread } from "./password-strength-thread.ts";

const owner = { email: "ada.byron@staff.example", name: "Ada Byron", role: "Team" } as const;
const rules = createPasswordRules(loadConfig({ COMPANY_NAME: "Pearl Documents Ltd", PASSWORD_MIN: "6,Admin=12" }));

async function refusalOf(password: string, given: Parameters<typeof rules.assertUsable>[1] = owner) {
  const refusal = await rules.assertUsable(password, given, "newPassword").catch((error: unknown) => error);
  if (refusal === undefined) return null;
  const message = (refusal as Error).message;
  expect(refusal).toMatchObject({ code: "invalid_input", errors: [{ path: "newPassword", message }] });
  return message;
}

/** First guesses of an attacker who knows the service, the country and the team. */
const FIRST_GUESSES = [
  ..."password PASSWORD123 P@ssw0rd Passw0rd! 123456 654321 111111 12345678 aaaaaaa abababab abcdefgh hgfedcba".split(
    " ",
  ),
  ..."qwerty123 Qwerty!23 1q2w3e4r zaq12wsx asdfgh iloveyou dragon1 monkey12 football9 letmein! welcome1".split(" "),
  ..."SriLanka123 srilanka@1 Colombo1 Colombo2026 colombo#26 Lanka2026! Kandy123 ceylon99 Arrival1 arrivaldesk".split(
    " ",
  ),
  ..."Visa2026 evisa123 passport1 Passport@2026 Travel123 Admin123 admin@2026 Manager1 Telecaller1 team1234".split(" "),
  ..."nightstaff1 Summer2026 Winter25! January1 Pearl2026 Documents1 changeme1 19840517 17051984 2026-11-22".split(" "),
  ..."ada.byron adabyron Byron2026 byron123 ada.byron@staff.example".split(" "),
  "Qwerty 123",
  "Ada Byron",
  "u team1",
];

describe("an easily guessed password", () => {
  it.each(FIRST_GUESSES)("%s is refused @5-006", async (password) => {
    expect(await refusalOf(password)).toBe(AUTH_MESSAGES.newPasswordCommon);
  });
});

describe("a good password", () => {
  it.each([
    "correct horse 7",
    "correct horse battery staple",
    "amp9xz",
    "Ada Byron 1815 wrote notes",
    "සිංහල මුරපදය",
    "vier-Kamele-am-Tor",
    "xK7#pQ2m",
    "Zq9rT4wLmN8s",
    "my boat has a red sail",
    "desklampgreenish",
    `long ${"violet ostrich ".repeat(8)}end`,
  ])("%s is accepted", async (password) => {
    expect(await refusalOf(password)).toBeNull();
  });
});

describe("the minimum length", () => {
  it("depends on the role, in rule and message", async () => {
    expect(await refusalOf("amp9x")).toBe("New Password must be at least 6 characters.");
    expect(await refusalOf("xK7#pQ2m", { ...owner, role: "Admin" })).toBe(
      "New Password must be at least 12 characters.",
    );
    expect(await refusalOf("Zq9rT4wLmN8s", { ...owner, role: "Admin" })).toBeNull();
    const refusal = await rules.assertUsable("x", owner, "password").catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      message: "Password must be at least 6 characters.",
      errors: [{ path: "password" }],
    });
  });
});

it("lists context words in their comparison form", () => {
  expect(CONTEXT_WORDS.filter((word) => !/^[a-z]{4,}$/.test(word))).toEqual([]);
  expect(new Set(CONTEXT_WORDS).size).toBe(CONTEXT_WORDS.length);
});

describe("the checking thread", () => {
  it("starts with the first check, handles concurrent checks, and ends when idle", async () => {
    const thread = createStrengthThread({ idleMs: 20 });
    expect(thread.isRunning()).toBe(false);
    const answers = Promise.all(["qwerty123", "xK7#pQ2m", "111111"].map((password) => thread.isGuessable(password)));
    expect(thread.isRunning()).toBe(true);
    expect(await answers).toEqual([true, false, true]);
    await vi.waitFor(() => expect(thread.isRunning()).toBe(false), { timeout: 20_000 });
    expect(await thread.isGuessable("qwerty123")).toBe(true);
  });

  it("that doesn't answer is terminated, and the call is refused with a retry time", async () => {
    const thread = createStrengthThread({ limitMs: 0 });
    await expect(thread.isGuessable("a password")).rejects.toMatchObject({ code: "unavailable" });
    expect(thread.isRunning()).toBe(false);
  });

  it("checks 200 characters of one kind within its time limit", async () => {
    const thread = createStrengthThread();
    expect(await thread.isGuessable("a".repeat(200))).toBe(true);
    expect(await thread.isGuessable("ab1".repeat(60))).toBe(true);
  });
});
