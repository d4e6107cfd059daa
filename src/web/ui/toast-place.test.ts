import { expect, it } from "vitest";
import { placeOfToasts } from "./toast-place.ts";

const TOASTS = { width: 360, height: 70 };
const LAPTOP = { width: 1440, height: 900 };
const PHONE = { width: 384, height: 800 };
const box = (left: number, top: number, width: number, height: number) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});
const CORNER = { top: 16, right: 16 };

it.each([
  ["a dialog in the middle leaves room", LAPTOP, box(500, 200, 440, 400), CORNER],
  ["a wide dialog begins below the toasts", LAPTOP, box(330, 100, 780, 700), CORNER],
  ["a menu is open on the left", LAPTOP, box(0, 0, 300, 900), CORNER],
  ["a drawer is open on the right", LAPTOP, box(880, 0, 560, 900), { top: 16, right: 576 }],
])("when %s", (_, window, dialog, place) => {
  expect(placeOfToasts(TOASTS, window, dialog, [])).toEqual(place);
});

it("goes between the controls of a dialog that fills the window", () => {
  const whole = box(0, 0, 384, 800);
  const head = { ...box(20, 10, 340, 40), weight: 10 };
  const choices = { ...box(20, 110, 300, 40), weight: 10 };
  const send = { ...box(20, 740, 340, 40), weight: 10 };
  expect(placeOfToasts(TOASTS, PHONE, whole, [head, send])).toEqual({ top: 58, right: 16 });
  expect(placeOfToasts(TOASTS, PHONE, whole, [head, choices, send])).toEqual({ top: 158, right: 16 });
  const field = { ...box(20, 160, 340, 60), weight: 1 };
  expect(placeOfToasts(TOASTS, PHONE, whole, [head, choices, field, send])).toEqual({ top: 228, right: 16 });
  const isFull = Array.from({ length: 8 }, (_, index) => ({ ...box(20, 230 + index * 64, 340, 40), weight: 1 }));
  // Fields are covered rather than controls.
  expect(placeOfToasts(TOASTS, PHONE, whole, [head, choices, field, ...isFull, send]).top).toBe(158);
});
