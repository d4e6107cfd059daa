import { describe, expect, it, vi } from "vitest";
import { MESSAGES } from "#contract/messages.ts";
import { assertUncommon, hashPassword, verifyPassword } from "./passwords.ts";

const verified: string[] = [];
vi.mock(import("@node-rs/argon2"), async (original) => {
  const argon = await original();
  return {
    ...argon,
    verify: async (hash, password, ...rest) => {
      verified.push(String(hash));
      return await argon.verify(hash, password, ...rest);
    },
  };
});

describe("a password", () => {
  it("fits its own hash and no other, in any Unicode form", async () => {
    const hash = await hashPassword("Zo\u00eb's horse");
    expect(await verifyPassword(hash, "Zoe\u0308's horse")).toBe(true);
    expect(await verifyPassword(hash, "zo\u00eb's horse")).toBe(false);
    expect(await verifyPassword(hash, "Zo\u00eb's horse ")).toBe(false);
  });

  it("is hashed with argon2id at OWASP's figures and its own salt", async () => {
    const [one, two] = await Promise.all([hashPassword("same"), hashPassword("same")]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
  });

  it("of nobody is verified too, against a decoy of the same cost, and is never right", async () => {
    verified.length = 0;
    expect(await verifyPassword(null, "nobody's password")).toBe(false);
    expect(await verifyPassword(null, "")).toBe(false);
    expect(verified).toHaveLength(2);
    expect(verified[0]).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(verified[1]).toBe(verified[0]);
  });
});

describe("a common password", () => {
  const person = { email: "ada.byron@staff.example", name: "Ada Byron" };
  const isTaken = (password: string) => {
    try {
      assertUncommon(password, person, "newPassword");
      return true;
    } catch (error) {
      expect(error).toMatchObject({
        code: "invalid_input",
        message: MESSAGES.newPasswordCommon,
        errors: [{ path: "newPassword", message: MESSAGES.newPasswordCommon }],
      });
      return false;
    }
  };

  it.each([
    "password",
    "PASSWORD123",
    "Qwerty 123",
    "123456",
    "654321",
    "aaaaaaa",
    "abababab",
    "abcdefgh",
    "hgfedcba",
    "SriLanka123",
    "ada.byron",
    "Ada.Byron@staff.example",
    "adabyron",
    "Ada Byron",
  ])("%s is refused", (password) => {
    expect(isTaken(password)).toBe(false);
  });

  it.each(["correct horse 7", "k3rNel", "Ada Byron 1815", "සිංහල මුරපදය"])("%s is taken", (password) => {
    expect(isTaken(password)).toBe(true);
  });
});
