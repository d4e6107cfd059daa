import { hash } from "node:crypto";
import { decodeProtectedHeader, SignJWT } from "jose";
import { expect, it } from "vitest";
import { createTokenSigner, type TokenPayload } from "./tokens.ts";

const [OLD, NEW] = ["an old secret of at least 32 characters", "a new secret of at least 32 characters"];
const payload: TokenPayload = { user: { id: 1, name: "Ann", type: "Team" }, sid: "s".repeat(43) };
const now = new Date("2026-03-01T10:00:00Z");
const later = new Date("2026-03-01T22:00:00Z");

it("signs with the first secret, which the token names, and verifies with all", async () => {
  const before = await createTokenSigner([OLD]).sign(payload, now, later);
  const both = createTokenSigner([NEW, OLD]);
  const after = await both.sign(payload, now, later);
  expect(decodeProtectedHeader(after)).toEqual({ alg: "HS256", kid: hash("sha256", NEW, "hex").slice(0, 8) });
  for (const token of [before, after]) expect(await both.verify(token, now)).toEqual(payload);
  expect(await createTokenSigner([NEW]).verify(before, now)).toBe("invalid");
  expect(await createTokenSigner([OLD]).verify(after, now)).toBe("invalid");
  expect(await both.verify(before, later)).toBe("expired");
});

it("tries all secrets for an older token that names none", async () => {
  const unnamed = await new SignJWT({ ...payload })
    .setProtectedHeader({ alg: "HS256" })
    .setIssuer("arrival-desk")
    .setAudience("arrival-desk staff")
    .setExpirationTime(later)
    .sign(new TextEncoder().encode(OLD));
  expect(await createTokenSigner([NEW, OLD]).verify(unnamed, now)).toEqual(payload);
  expect(await createTokenSigner([NEW]).verify(unnamed, now)).toBe("invalid");
});

it("refuses a token that names a secret it was not signed with", async () => {
  const signer = createTokenSigner([NEW, OLD]);
  const [, body, signature] = (await createTokenSigner([OLD]).sign(payload, now, later)).split(".");
  const { kid } = decodeProtectedHeader(await signer.sign(payload, now, later));
  const head = Buffer.from(JSON.stringify({ alg: "HS256", kid })).toString("base64url");
  expect(await signer.verify(`${head}.${body}.${signature}`, now)).toBe("invalid");
  for (const token of ["", "x", "a.b.c"]) expect(await signer.verify(token, now)).toBe("invalid");
});
