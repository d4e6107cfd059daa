import { expect, it } from "vitest";
import { dueText } from "./due-text.ts";

const NOW = Date.parse("2026-03-12T08:00:00Z");
const words = (minutes: number) => dueText(new Date(NOW + minutes * 60_000).toISOString(), NOW);

it.each([
  [-0.1, "Late 1 min", "late"],
  [-59, "Late 59 min", "late"],
  [-60, "Late 1 h", "late"],
  [-47.9 * 60, "Late 47 h", "late"],
  [-48 * 60, "Late 2 days", "late"],
  [0, "in 0 min", "soon"],
  [0.5, "in 1 min", "soon"],
  [45, "in 45 min", "soon"],
  [59.5, "in 1 h 0 min", "soon"],
  [119, "in 1 h 59 min", "soon"],
  [120, "12-03-2026 10:00", "later"],
])("%d minutes away is %s", (minutes, text, urgency) => {
  expect(words(minutes)).toEqual({ text, urgency });
});
