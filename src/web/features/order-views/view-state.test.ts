import { expect, it } from "vitest";
import type { ViewDefinition } from "#contract/order-views/view-definition.ts";
import { parseListUrl } from "#web/platform/list-url.ts";
import { definitionOf, isBare, isSameDefinition } from "./view-state.ts";
import { viewTarget } from "./view-target.ts";

const DEFINITION: ViewDefinition = {
  filter: { nat: "DE,AT", doc: "no" },
  search: "ana",
  sort: "due_at",
  dir: "desc",
  size: 50,
  columns: [{ column: "order_id" }, { column: "email", width: 240 }],
};

it("makes an address and a history state of a definition, and a definition of what the list reads there", () => {
  const { to, state } = viewTarget({ id: 17, list: "newOrder", definition: DEFINITION });
  expect(to).toBe("/admin/recent-order?view=17&nat=DE%2CAT&doc=no&size=50&sort=due_at&dir=desc");
  expect(state).toEqual({ search: "ana", columns: DEFINITION.columns });
  const url = parseListUrl(new URLSearchParams(to.split("?")[1]), state, "newOrder");
  expect(definitionOf({ ...url, page: 7, search: " ana " }, DEFINITION.columns)).toEqual(DEFINITION);
});

it("names a view alone where it changes nothing", () => {
  const definition = { filter: {}, search: "", sort: null, dir: null, size: 10, columns: null } as const;
  expect(viewTarget({ id: 17, list: "newOrder", definition }).to).toBe("/admin/recent-order?view=17");
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

it("fills in an address that names a view alone, and keeps one that says more", () => {
  expect(isBare(new URLSearchParams("view=17"), null)).toBe(true);
  expect(isBare(new URLSearchParams("view=17&nat=DE"), null)).toBe(false);
  expect(isBare(new URLSearchParams("view=17"), { search: "" })).toBe(false);
});
