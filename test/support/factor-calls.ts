import { createHash, randomBytes } from "node:crypto";
import type { Role } from "#contract/roles.ts";
import { createAuthenticator } from "./authenticator.ts";
import { call } from "./client.ts";
import { codeAt, createBrowser, setUpApp } from "./second-factor.ts";
import { emailOf, type TestProgram } from "./test-program.ts";

type Begun = { ticket: string; options: { challenge: string } };
type Body = Record<string, unknown>;

const FACTOR_TABLES = ["member_totp", "member_passkeys", "member_recovery_codes", "auth_tickets"];
const INVITED = emailOf("Telecaller");

/** A fresh sign-in of a member who has a passkey. */
async function withPasskey(program: TestProgram, role: Role) {
  const { address, database } = program;
  const origin = address.replace("127.0.0.1", "localhost");
  const { token = "" } = await createBrowser(address).signIn(emailOf(role));
  const post = async <T>(path: string, body: Body = {}) =>
    (await call<T>(address, "POST", `/api/admin/${path}`, { token, body })).body.data;
  /** What another device answers. */
  const madeBy = async (path: string, body: Body = {}, key = createAuthenticator(origin)) => {
    const { ticket, options } = await post<Begun>(path, body);
    return { ...body, ticket, registration: key.create(options), name: "Telephone" };
  };
  const key = createAuthenticator(origin);
  const { codes } = await post<{ codes: string[] }>("passkeys", await madeBy("passkeys/options", {}, key));
  return { address, database, role, token, key, codes, post, madeBy };
}
type Desk = Awaited<ReturnType<typeof withPasskey>>;

const asserted = async ({ post, key }: Desk, path: string) => {
  const { ticket, options } = await post<Begun>(path);
  return { ticket, assertion: key.get(options) };
};

/** What makes a call answer that needs a second factor. `second-factor` comes from the browser of the first step. */
const BODIES: Record<string, (desk: Desk) => Promise<Body>> = {
  "POST /admin/confirm-by-passkey": (desk) => asserted(desk, "confirm-options"),
  "POST /admin/passkey-sign-in": (desk) => asserted(desk, "passkey-options"),
  "POST /admin/delete-passkey": async ({ key }) => ({ id: key.id }),
  "PUT /admin/rename-passkey": async ({ key }) => ({ id: key.id, name: "Desk" }),
  "PUT /admin/password-sign-in": async ({ post, madeBy }) => {
    await post("passkeys", await madeBy("passkeys/options"));
    return { enabled: false };
  },
  "POST /admin/recovery-codes": async () => ({}),
  "POST /admin/passkeys": ({ madeBy }) => madeBy("passkeys/options"),
  "POST /admin/accept-by-passkey": async ({ database, madeBy }) => {
    const token = randomBytes(32).toString("base64url");
    await database.pool.query(
      `insert into account_links (member_id, kind, token_hash, created_at, expires_at)
       select id, 'invitation', $1, now(), now() + interval '20 minutes' from members where email = $2`,
      [createHash("sha256").update(token).digest(), INVITED],
    );
    return await madeBy("invitation-options", { token });
  },
  "PUT /admin/totp/remove": async ({ address, token }) => {
    await setUpApp(address, token, new Date());
    return {};
  },
  // After the one above: a later secret takes the place of one that waits.
  "POST /admin/totp/confirm": async ({ post }) => {
    const { secret } = await post<{ secret: string }>("totp/begin");
    return { code: codeAt(secret, Date.now()) };
  },
};
const STEPS = ["POST /admin/second-factor-options", "POST /admin/second-factor"];

/** Calls that answer a member with a second factor alone, in the order in which one member can prepare them all. */
export const FACTOR_CALLS: readonly string[] = [...Object.keys(BODIES), ...STEPS];

/** Does what comes before a call. @returns what makes it, with its status and text */
export async function prepareFactorCall(desk: Desk, name: string): Promise<() => Promise<[number, string]>> {
  const { address, token, codes, role } = desk;
  if (!STEPS.includes(name)) {
    const [method, path] = name.split(" ");
    const body = await BODIES[name]?.(desk);
    return async () => {
      const answer = await call(address, method === "PUT" ? "PUT" : "POST", `/api${path}`, { token, body });
      return [answer.code, answer.body.message];
    };
  }
  const browser = createBrowser(address);
  const ticket = (await browser.signIn(emailOf(role))).ticket?.ticket;
  const askOptions = () => call(address, "POST", "/api/admin/second-factor-options", { body: { ticket } });
  if (name === STEPS[0]) {
    return async () => {
      const { code, body } = await askOptions();
      return [code, body.message];
    };
  }
  await askOptions();
  return async () => {
    const { code, message } = await browser.answer(ticket, { recoveryCode: codes[0] });
    return [code, message];
  };
}

/** @param passwordHash of the invited member, before */
async function forgetFactors({ database }: TestProgram, role: Role, passwordHash: string | undefined): Promise<void> {
  const { pool } = database;
  for (const table of FACTOR_TABLES) {
    const isTheirs = "member_id in (select id from members where email = any ($1))";
    await pool.query(`delete from ${table} where ${isTheirs}`, [[emailOf(role), INVITED]]);
  }
  await pool.query("update members set is_password_sign_in = true");
  await pool.query("update members set password_hash = $1 where email = $2", [passwordHash, INVITED]);
}

/** Lets a member have a passkey, and removes all factors again. */
export async function whileWithPasskey<T>(program: TestProgram, role: Role, work: (desk: Desk) => Promise<T>) {
  const hash = "select password_hash from members where email = $1";
  const { rows } = await program.database.pool.query<{ password_hash: string }>(hash, [INVITED]);
  try {
    return await work(await withPasskey(program, role));
  } finally {
    await forgetFactors(program, role, rows[0]?.password_hash);
  }
}

/** Makes one of these calls and removes the factors again. @returns its status and text */
export const answerWithFactor = (program: TestProgram, name: string): Promise<[number, string]> =>
  whileWithPasskey(program, "Admin", async (desk) => await (await prepareFactorCall(desk, name))());
