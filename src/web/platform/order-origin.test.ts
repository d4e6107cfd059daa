import { expect, it } from "vitest";
import { originHref, originQuery, parseOrigin } from "./order-origin.ts";

it("keeps a list's page, size, sort and month in an order's URL, and leads back to them", () => {
  const query = originQuery("futureOrder", "?month=Jul&page=3&size=25&sort=email&dir=desc&nat=DE&doc=no");
  const origin = parseOrigin(query, { search: "perera" });
  expect(origin).toEqual({
    list: "futureOrder",
    month: "Jul",
    url: {
      page: 3,
      size: 25,
      sort: { sort: "email", dir: "desc" },
      search: "perera",
      filter: { nat: "DE", doc: "no" },
    },
  });
  if (origin === null) throw new Error("no origin");
  expect(originHref(origin, query)).toBe(
    "/admin/future-order?month=Jul&page=3&size=25&sort=email&dir=desc&nat=DE&doc=no",
  );
});

it("has no origin for an order opened by its id, and ignores what it does not know", () => {
  expect(parseOrigin("", null)).toBeNull();
  expect(parseOrigin("?from=lostOrder", null)).toBeNull();
  expect(parseOrigin("?from=newOrder&month=Jul&sort=passport&page=-1", null)).toEqual({
    list: "newOrder",
    month: undefined,
    url: { page: 1, size: 10, sort: null, search: "", filter: {} },
  });
});
