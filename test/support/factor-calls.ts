import { createAuthenticator } from "./authenticator.ts";
import { call } from "./client.ts";
import { codeAt, createBrowser } from "./second-factor.ts";
import { emailOf, type TestProgram } from "./test-program.ts";

type Begun = { ticket: string; options: { challenge: string } };
type Body = Record<string, unknown>;

const FACTOR_TABLES = ["member_totp", "member_passkeys", "member_recovery_codes", "auth_tickets"];

/** A fresh sign-in of the Admin, who has a passkey. */
async function withPasskey({ address }: TestProgram) {
  const origin = address.replace("127.0.0.1", "localhost");
  const { token = "" } = await createBrowser(address).signIn(emailOf("Admin"));
  const post = async <T>(path: string, body: Body = {}) =>
    (await call<T>(address, "POST", `/api/admin/${path}`, { token, body })).body.data;
  const begin = () => post<Begun>("passkeys/options");
  const key = createAuthenticator(origin);
  const { ticket, options } = await begin();
  const added = { ticket, registration: key.create(options), name: "Laptop" };
  const { codes } = await post<{ codes: string[] }>("passkeys", added);
  return { token, key, codes, post, begin, other: createAuthenticator(origin) };
}
type Desk = Awaited<ReturnType<typeof withPasskey>>;

const asserted = async ({ post, key }: Desk, path: string) => {
  const { ticket, options } = await post<Begun>(path);
  return { ticket, assertion: key.get(options) };
};

const added = async ({ begin, other }: Desk) => {
  const { ticket, options } = await begin();
  return { ticket, registration: other.create(options), name: "Telephone" };
};

/** What makes a call answer that needs a second factor. `second-factor` comes from the browser of the first step. */
const BODIES: Record<string, (desk: Desk) => Promise<Body>> = {
  "POST /admin/confirm-by-passkey": (desk) => asserted(desk, "confirm-options"),
  "POST /admin/passkey-sign-in": (desk) => asserted(desk, "passkey-options"),
  "POST /admin/delete-passkey": async ({ key }) => ({ id: key.id }),
  "PUT /admin/rename-passkey": async ({ key }) => ({ id: key.id, name: "Desk" }),
  "PUT /admin/password-sign-in": async (desk) => {
    await desk.post("passkeys", await added(desk));
    return { enabled: false };
  },
  "POST /admin/recovery-codes": async () => ({}),
  "POST /admin/passkeys": added,
  "POST /admin/totp/confirm": async ({ post }) => {
    const { secret } = await post<{ secret: string }>("totp/begin");
    return { code: codeAt(secret, Date.now()) };
  },
};
const STEPS = ["POST /admin/second-factor-options", "POST /admin/second-factor"];

/** Calls that answer a member with a second factor alone. */
export const FACTOR_CALLS: readonly string[] = [...Object.keys(BODIES), ...STEPS];

/** Makes one of these calls and removes the factors again. @returns its status and text */
export async function answerWithFactor(program: TestProgram, name: string): Promise<[number, string]> {
  const { address, database } = program;
  const desk = await withPasskey(program);
  const [method, path] = name.split(" ");
  try {
    if (STEPS.includes(name)) {
      const browser = createBrowser(address);
      const ticket = (await browser.signIn(emailOf("Admin"))).ticket?.ticket;
      const options = await call(address, "POST", "/api/admin/second-factor-options", { body: { ticket } });
      if (name === STEPS[0]) return [options.code, options.body.message];
      const { code, message } = await browser.answer(ticket, { recoveryCode: desk.codes[0] });
      return [code, message];
    }
    const body = await BODIES[name]?.(desk);
    const answer = await call(address, method === "PUT" ? "PUT" : "POST", `/api${path}`, { token: desk.token, body });
    return [answer.code, answer.body.message];
  } finally {
    const own = "member_id = (select id from members where email = $1)";
    for (const table of FACTOR_TABLES) {
      await database.pool.query(`delete from ${table} where ${own}`, [emailOf("Admin")]);
    }
    await database.pool.query("update members set is_password_sign_in = true");
  }
}
