import { expect, it } from "vitest";
import { MAX_ROW_ID, rowIdSchema, rowIdTextSchema } from "./row-id.ts";

it.each([1, MAX_ROW_ID])("%d is an id, in a body and in a URL", (id) => {
  expect([rowIdSchema.parse(id), rowIdTextSchema.parse(String(id))]).toEqual([id, id]);
});

it.each([0, -1, 1.5, MAX_ROW_ID + 1, Number.MAX_SAFE_INTEGER, 1e308])("%d is not an id", (id) => {
  expect([rowIdSchema.safeParse(id).success, rowIdTextSchema.safeParse(String(id)).success]).toEqual([false, false]);
});

it.each(["", " 1", "1 ", "0x10", "1e3", "+1", "1.0", "Infinity", "99999999999"])("%j is not an id in a URL", (text) => {
  expect(rowIdTextSchema.safeParse(text).success).toBe(false);
});
