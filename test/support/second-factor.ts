import { createHmac } from "node:crypto";
import type { OwnAccount, SecondFactorTicket } from "#contract/factors/factors.ts";
import { call } from "./client.ts";
import { TEST_PASSWORD } from "./test-program.ts";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** The code of an authenticator app by RFC 6238, written without the library that the program uses. */
export function codeAt(secret: string, at: Date | number): string {
  const bits = [...secret].map((letter) => LETTERS.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Number(at) / 30_000)));
  const mac = createHmac("sha1", key).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

export interface SignInAnswer {
  code: number;
  refusal: string | undefined;
  message: string;
  token: string | undefined;
  ticket: SecondFactorTicket | undefined;
  due: string | undefined;
  /** The device's cookie. */
  cookie: string;
}

/** A browser, or a program that keeps cookies. */
export function createBrowser(address: string) {
  let cookie = "";

  async function send(path: string, body: unknown): Promise<SignInAnswer> {
    const answer = await call<SecondFactorTicket | undefined>(address, "POST", `/api/admin/${path}`, {
      body,
      headers: cookie === "" ? {} : { cookie },
    });
    cookie = answer.headers.getSetCookie()[0]?.split(";")[0] ?? cookie;
    const { message, code: refusal, jwtToken, data, second_factor } = answer.body;
    return {
      code: answer.code,
      refusal,
      message,
      token: jwtToken as string | undefined,
      ticket: refusal === "second_factor_required" ? data : undefined,
      due: (second_factor as { due_at: string } | undefined)?.due_at,
      cookie,
    };
  }

  return {
    signIn: (email: string, password = TEST_PASSWORD, rememberMe = false) =>
      send("admin-login", { email, password, rememberMe }),
    answer: (ticket: string | undefined, answer: object) => send("second-factor", { ticket, ...answer }),
    /** Both steps. */
    async enter(email: string, answer: object): Promise<SignInAnswer> {
      const first = await send("admin-login", { email, password: TEST_PASSWORD });
      return await send("second-factor", { ticket: first.ticket?.ticket, ...answer });
    },
  };
}

export const accountOf = async (address: string, token: string) =>
  (await call<OwnAccount>(address, "GET", "/api/admin/account", { token })).body.data;

/** Sets an authenticator app up. @returns its secret and the recovery codes */
export async function setUpApp(address: string, token: string, at: Date) {
  const begun = await call<{ secret: string; uri: string }>(address, "POST", "/api/admin/totp/begin", { token });
  const { secret, uri } = begun.body.data;
  const confirmed = await call<{ codes: string[] | null }>(address, "POST", "/api/admin/totp/confirm", {
    token,
    body: { code: codeAt(secret, at) },
  });
  if (confirmed.code !== 200) throw new Error(`the app was not set up: ${confirmed.body.message}`);
  return { secret, uri, codes: confirmed.body.data.codes };
}
