import { expect, it } from "vitest";
import { createSealing } from "./sealing.ts";

const OLD = "an old key of at least 32 characters, made long ago";
const NEW = "a new key of at least 32 characters, made this year";

it("opens what it sealed, for the same row, and never seals alike", () => {
  const sealing = createSealing([NEW]);
  const sealed = sealing.seal("GEZDGNBVGY3TQOJQ", "member 7");
  expect(sealing.open(sealed, "member 7")).toBe("GEZDGNBVGY3TQOJQ");
  expect(sealing.seal("GEZDGNBVGY3TQOJQ", "member 7").equals(sealed)).toBe(false);
  expect(() => sealing.open(sealed, "member 8")).toThrow(/auth/);
});

it("opens nothing of which a byte was flipped", () => {
  const sealing = createSealing([NEW]);
  const sealed = sealing.seal("GEZDGNBVGY3TQOJQ", "member 7");
  for (let index = 0; index < sealed.length; index += 1) {
    const flipped = Buffer.from(sealed);
    flipped[index] = (flipped[index] ?? 0) ^ 1;
    // The first four bytes name the key.
    if (index < 4) expect(sealing.open(flipped, "member 7")).toBeNull();
    else expect(() => sealing.open(flipped, "member 7")).toThrow(/auth/);
  }
});

it("seals with the first key and opens with all; without its key a value stays closed", () => {
  const sealed = createSealing([OLD]).seal("secret", "member 7");
  const both = createSealing([NEW, OLD]);
  expect(both.open(sealed, "member 7")).toBe("secret");
  expect(createSealing([OLD]).open(both.seal("secret", "member 7"), "member 7")).toBeNull();
  expect(sealed.subarray(0, 4).toString("hex")).toBe(createSealing([OLD]).keyIds[0]);
});
