import { expect, it } from "vitest";
import type { ViewDefinition } from "#contract/order-views/view-definition.ts";
import { definitionOf, isBare, isSameDefinition, stateOf, viewHref } from "./view-state.ts";

const DEFINITION: ViewDefinition = {
  filter: { nat: "DE,AT", doc: "no" },
  search: "ana",
  sort: "due_at",
  dir: "desc",
  size: 50,
  columns: [{ column: "order_id" }, { column: "email", width: 240 }],
};

it("makes a list's state of a definition, and a definition of the state", () => {
  const { url, columns } = stateOf(DEFINITION);
  expect(url).toEqual({
    page: 1,
    size: 50,
    sort: { sort: "due_at", dir: "desc" },
    search: "ana",
    filter: { nat: "DE,AT", doc: "no" },
  });
  expect(definitionOf({ ...url, page: 7, search: " ana " }, columns)).toEqual(DEFINITION);
});

it.each<[string, Partial<ViewDefinition>]>([
  ["filter", { filter: { nat: "DE" } }],
  ["search", { search: "" }],
  ["sort", { sort: null, dir: null }],
  ["direction", { dir: "asc" }],
  ["size", { size: "all" }],
  ["columns", { columns: null }],
  ["width", { columns: [{ column: "order_id" }, { column: "email", width: 241 }] }],
])("a change of %s is a change of the view", (_part, change) => {
  expect(isSameDefinition(DEFINITION, { ...DEFINITION, ...change })).toBe(false);
  expect(isSameDefinition(DEFINITION, { ...DEFINITION, filter: { doc: "no", nat: "DE,AT" } })).toBe(true);
});

it("has an address without the search", () => {
  const view = { id: 17, list: "newOrder" as const };
  expect(viewHref(view, stateOf(DEFINITION).url)).toBe(
    "/admin/recent-order?view=17&nat=DE%2CAT&doc=no&size=50&sort=due_at&dir=desc",
  );
});

it("fills in an address that names a view alone, and keeps one that says more", () => {
  expect(isBare(new URLSearchParams("view=17"), null)).toBe(true);
  expect(isBare(new URLSearchParams("view=17&nat=DE"), null)).toBe(false);
  expect(isBare(new URLSearchParams("view=17"), { search: "" })).toBe(false);
});
