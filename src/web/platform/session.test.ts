import { afterEach, describe, expect, it, vi } from "vitest";
import { decodeTokenUser, parseSession, readSession, removeSession, storeSession } from "./session.ts";

const user = { id: 7, name: "Zoë Śliwa", type: "Night Staff" } as const;

function token(payload: unknown): string {
  return `e30.${Buffer.from(JSON.stringify(payload)).toString("base64url")}.signature`;
}

describe("decodeTokenUser", () => {
  it("reads the user of the payload, in any script", () => {
    expect(decodeTokenUser(token({ user, sid: "x", exp: 1 }))).toEqual(user);
  });

  it.each([
    ["nothing", ""],
    ["one part", "abc"],
    ["no base64", "a.%%%.c"],
    ["no JSON", `a.${btoa("hello")}.c`],
    ["no user", token({ sub: 1 })],
    ["an unknown role", token({ user: { ...user, type: "King" } })],
  ])("takes %s for no session", (_what, text) => {
    expect(decodeTokenUser(text)).toBeNull();
  });
});

describe("parseSession", () => {
  it("returns the stored token unchanged", () => {
    const accessToken = token({ user });
    expect(parseSession(JSON.stringify({ accessToken }))).toEqual({ accessToken, user });
  });

  it.each([[null], ["{"], ["{}"], ['{"accessToken":""}'], ['{"accessToken":"x.y.z"}']])("refuses %s", (stored) => {
    expect(parseSession(stored)).toBeNull();
  });
});

describe("local storage", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("stores the session under user, as accessToken, and removes it completely @3-001 @3-002 @9-002", () => {
    const stored = new Map<string, string>();
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    });
    const accessToken = token({ user });
    storeSession(accessToken);
    expect([...stored]).toEqual([["user", JSON.stringify({ accessToken })]]);
    expect(readSession()).toEqual({ accessToken, user });
    removeSession();
    expect([stored.size, readSession()]).toEqual([0, null]);
  });
});
