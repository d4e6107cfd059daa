import { describe, expect, it, vi } from "vitest";

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
// Test files share a process: another one may have loaded the module with the real library.
vi.resetModules();
const { hashPassword, verifyPassword } = await import("./passwords.ts");

describe("a password", () => {
  it("matches its own hash and no other, in any Unicode form", async () => {
    const hash = await hashPassword("Zo\u00eb's horse");
    expect(await verifyPassword(hash, "Zoe\u0308's horse")).toBe(true);
    expect(await verifyPassword(hash, "zo\u00eb's horse")).toBe(false);
    expect(await verifyPassword(hash, "Zo\u00eb's horse ")).toBe(false);
  });

  it("is hashed with argon2id, OWASP's parameters and its own salt", async () => {
    const [one, two] = await Promise.all([hashPassword("same"), hashPassword("same")]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
  });

  it("of an unknown member is verified against a decoy of the same cost and never matches", async () => {
    verified.length = 0;
    expect(await verifyPassword(null, "nobody's password")).toBe(false);
    expect(await verifyPassword(null, "")).toBe(false);
    expect(verified).toHaveLength(2);
    expect(verified[0]).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(verified[1]).toBe(verified[0]);
  });
});
