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

const drafts = () => Object.keys(localStorage).filter((key) => key.startsWith("draft:"));

beforeEach(() => {
  vi.stubGlobal("localStorage", storage());
  signIn(7);
  keepDraft("message:100001", "Dear");
});
afterEach(() => vi.unstubAllGlobals());

it("keeps a text by topic until it is taken back", () => {
  expect(readDraft("message:100001")).toBe("Dear");
  expect(readDraft("message:100002")).toBeNull();
  keepDraft("message:100001", null);
  expect(drafts()).toEqual([]);
});

it("survives a session that expired, for the same member alone", () => {
  removeSession();
  signIn(7);
  expect(readDraft("message:100001")).toBe("Dear");
  removeSession();
  localStorage.setItem("other", "kept");
  signIn(8);
  expect(readDraft("message:100001")).toBeNull();
  expect(drafts()).toEqual([]);
  expect(localStorage.getItem("other")).toBe("kept");
});

it("ends when the member signs out", () => {
  removeSession({ isChoice: true });
  expect(drafts()).toEqual([]);
});

it("ends after a week, and when it is of another version", () => {
  vi.useFakeTimers({ now: Date.now() + 8 * 86_400_000 });
  expect(readDraft("message:100001")).toBeNull();
  vi.useRealTimers();
  localStorage.setItem("draft:7:message:100003", "Dear");
  expect(readDraft("message:100003")).toBeNull();
  expect(drafts()).toEqual([]);
});
