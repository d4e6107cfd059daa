import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { codeAt } from "#test/support/second-factor.ts";
import { newRecoveryCodes, readRecoveryCode, writtenCode } from "./recovery-codes.ts";
import { newTotpSecret, stepOfCode } from "./totp.ts";

const AT = new Date("2026-03-10T12:00:07Z");

/** Of the OATH Toolkit, by other people in another language. */
const oathtool = (...options: string[]) => execFileSync("oathtool", options, { encoding: "utf8" }).trim();

const NOW = `${AT.toISOString().slice(0, 19).replace("T", " ")} UTC`;

describe("codes of oathtool", () => {
  it("are taken, with the step that they belong to", () => {
    for (let tries = 0; tries < 20; tries += 1) {
      const secret = newTotpSecret();
      const code = oathtool("--totp", "--base32", "--now", NOW, secret);
      expect(stepOfCode(secret, code, AT)).toEqual({ step: Math.floor(AT.getTime() / 30_000), offset: 0 });
    }
  });

  it("are ours: it takes those of the tests' own app", () => {
    const secret = newTotpSecret();
    expect(oathtool("--totp", "--base32", "--now", NOW, secret, codeAt(secret, AT))).toBe("0");
  });
});

it("takes the codes of RFC 6238's appendix, cut to six digits", () => {
  const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
  for (const [seconds, code] of [
    [59, "287082"],
    [1111111109, "081804"],
    [20000000000, "353130"],
  ] as const) {
    expect(stepOfCode(secret, code, new Date(seconds * 1000))).toMatchObject({ offset: 0 });
  }
});

it("reads a recovery code as people type it", () => {
  const made = newRecoveryCodes();
  for (const code of made) expect(readRecoveryCode(writtenCode(code))).toEqual(code);
  expect(readRecoveryCode(" 3 7kq4m2p9xt ")).toEqual({ number: 3, letters: "7KQ4M2P9XT" });
  expect(readRecoveryCode("10-oil4m-2p9xt")).toEqual({ number: 10, letters: "0114M2P9XT" });
  for (const text of ["", "7KQ4M2P9XT", "3-7KQ4M", "3-7KQ4M-2P9XU", "3-7KQ4M-2P9XTT"])
    expect(readRecoveryCode(text)).toBeNull();
});
