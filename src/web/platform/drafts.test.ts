import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { keepDraft, readDraft } from "./drafts.ts";
import { removeSession, storeSession } from "./session.ts";

type Keys = Record<string, string>;
/** Like the browser's, whose keys are its own properties. */
const storage = () =>
  Object.create({
    getItem(this: Keys, key: string) {
      return this[key] ?? null;
    },
    setItem(this: Keys, key: string, value: string) {
      this[key] = value;
    },
    removeItem(this: Keys, key: string) {
      delete this[key];
    },
    clear(this: Keys) {
      for (const key of Object.keys(this)) delete this[key];
    },
  });

const signIn = (id: number) => {
  const payload = JSON.stringify({ user: { id, name: "Zoë Śliwa", type: "Team" } });
  storeSession(`e30.${Buffer.from(payload).toString("base64url")}.signature`);
};

beforeEach(() => {
  vi.stubGlobal("localStorage", storage());
  vi.stubGlobal("sessionStorage", storage());
  signIn(7);
  keepDraft("message:100001", "Dear");
});
afterEach(() => vi.unstubAllGlobals());

it("keeps a text by topic until it is taken back", () => {
  expect(readDraft("message:100001")).toBe("Dear");
  expect(readDraft("message:100002")).toBeNull();
  keepDraft("message:100001", null);
  expect(Object.keys(sessionStorage)).toEqual([]);
});

it("survives a session that expired, for the same member alone", () => {
  removeSession();
  signIn(7);
  expect(readDraft("message:100001")).toBe("Dear");
  removeSession();
  sessionStorage.setItem("other", "kept");
  signIn(8);
  expect(readDraft("message:100001")).toBeNull();
  expect(Object.keys(sessionStorage)).toEqual(["other"]);
});

it("ends when the member signs out", () => {
  removeSession({ isChoice: true });
  expect(Object.keys(sessionStorage)).toEqual([]);
});
