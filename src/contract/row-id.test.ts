import { expect, it } from "vitest";
import { MAX_ROW_ID, rowIdSchema } from "./row-id.ts";

it.each([1, MAX_ROW_ID])("%d is an id, as a number and as text", (id) => {
  expect([rowIdSchema.parse(id), rowIdSchema.parse(String(id))]).toEqual([id, id]);
});

it.each([0, -1, 1.5, MAX_ROW_ID + 1, Number.MAX_SAFE_INTEGER, 1e308])("%d is not an id", (id) => {
  expect([rowIdSchema.safeParse(id).success, rowIdSchema.safeParse(String(id)).success]).toEqual([false, false]);
});

it.each(["", " 1", "1 ", "0x10", "1e3", "+1", "1.0", "Infinity", "99999999999", true, null, [1]])(
  "%j is not an id",
  (value) => {
    expect(rowIdSchema.safeParse(value).error?.issues.map(({ message }) => message)).toEqual(["This is not an id."]);
  },
);
