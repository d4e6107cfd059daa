import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { Proof } from "#server/features/auth/proofs.ts";

const sources = ["src/server", "scripts", "demo"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(ts|mjs|sql)$/.test(name) && !/\.test\.ts$/.test(name))
    .map((name) => ({ path: `${folder}/${name}`, text: readFileSync(`${folder}/${name}`, "utf8") })),
);

/** One entry for each place that matches. */
const places = (pattern: RegExp) =>
  sources.flatMap(({ path, text }) => [...text.matchAll(pattern)].map(([found]) => `${path}: ${found}`));

const AUTH = "src/server/features/auth";
const DOOR = `${AUTH}/session-door.repository.ts`;

it("inserts sessions, and sets when a member proved who they are, in one place each", () => {
  expect(places(/insert\(sessions\)|into "?sessions"?\b/gi)).toEqual([`${DOOR}: insert(sessions)`]);
  // The second place notes a new factor; it confirms nothing.
  expect(places(/update\(sessions\)/g)).toEqual([`${DOOR}: update(sessions)`, `${DOOR}: update(sessions)`]);
  expect(places(/set\([^)]*authenticatedAt/g)).toHaveLength(1);
  // The last use is written by SQL; it proves nothing.
  expect(places(/update "?sessions"? set \w+/gi)).toEqual([
    `${AUTH}/auth.repository.ts: update sessions set last_used_at`,
  ]);
});

it("makes proofs in one module, by one function that is not exported", () => {
  expect(places(/\bas (unknown as )?Proof\b/g)).toEqual([`${AUTH}/proofs.ts: as Proof`]);
  expect(places(/export [^\n]*\bprove\b/g)).toEqual([]);
  expect(places(/: Proof = \{/g)).toEqual([]);
});

it("takes no proof that another module wrote down", () => {
  const facts = { memberId: 1, method: "password" as const, passwordDigest: null, consume: async () => true };
  // @ts-expect-error: only proofs.ts can make the brand
  const forged: Proof = facts;
  expect(forged).toBe(facts);
});
