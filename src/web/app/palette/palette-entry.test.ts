import { expect, it } from "vitest";
import { narrowed } from "./palette-entry.ts";

const line = (label: string) => ({ id: label, label, run: () => undefined });
const pages = { title: "Pages", entries: [line("New Orders"), line("Refunds")] };

it("keeps the entries that match, by their own label or their group's", () => {
  expect(narrowed(pages, "new")?.entries.map(({ label }) => label)).toEqual(["New Orders"]);
  expect(narrowed(pages, "pages refu")?.entries.map(({ label }) => label)).toEqual(["Refunds"]);
  expect(narrowed(pages, "")?.entries).toHaveLength(2);
});

it("drops a group without matches", () => {
  expect(narrowed(pages, "gateway")).toBeNull();
});
