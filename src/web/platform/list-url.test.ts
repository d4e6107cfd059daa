import { describe, expect, it } from "vitest";
import type { ListName } from "#contract/orders/queues.ts";
import { keptColumns, parseListUrl, withListChange } from "./list-url.ts";

const parse = (text: string) => parseListUrl(new URLSearchParams(text));
const change = (text: string, changes: Parameters<typeof withListChange>[1]) =>
  withListChange(new URLSearchParams(text), changes).toString();

describe("parseListUrl", () => {
  it("starts at page 1 with ten rows in the queue's default sort @9-003 @9-004", () => {
    expect(parse("")).toEqual({ page: 1, size: 10, sort: null, search: "", filter: {} });
  });

  it("reads the URL", () => {
    expect(parse("page=3&size=all&sort=full_name&dir=desc&search=a b")).toEqual({
      page: 3,
      size: "all",
      sort: { sort: "full_name", dir: "desc" },
      search: "a b",
      filter: {},
    });
  });

  it("takes the search from the history state, and from a hand-written URL", () => {
    expect(parseListUrl(new URLSearchParams("page=2"), { search: "a@b.example" }).search).toBe("a@b.example");
    expect(parseListUrl(new URLSearchParams("search=c"), { search: "a@b.example" }).search).toBe("c");
    for (const state of [null, 1, {}, { search: 1 }]) {
      expect(parseListUrl(new URLSearchParams(), state).search).toBe("");
    }
  });

  it("takes the columns of an open view from the history state, unless they are no layout", () => {
    expect(keptColumns({ search: "", columns: [{ column: "flight" }] })).toEqual([{ column: "flight" }]);
    expect(keptColumns({ columns: null })).toBeNull();
    for (const state of [null, { search: "" }, { columns: [{ column: "visa" }] }, { columns: "flight" }]) {
      expect(keptColumns(state)).toBeUndefined();
    }
  });

  it.each(["page=0", "page=-1", "page=1.5", "page=x", "page=99999999999", "size=7", "size=ALL", "sort=password"])(
    "takes the default for %s",
    (text) => {
      expect(parse(text)).toEqual(parse(""));
    },
  );

  it("reads the filters of an order list, without those that are invalid, and at most six", () => {
    const filterOf = (text: string, list: ListName) => parseListUrl(new URLSearchParams(text), null, list).filter;
    const text = "arrival=2026-11-27..2026-11-29&nat=DE,AT&doc=no&claim=me";
    expect(filterOf(text, "newOrder")).toEqual({
      arrival: "2026-11-27..2026-11-29",
      nat: "DE,AT",
      doc: "no",
      claim: "me",
    });
    const invalid = "arrival=2026-11-27..2026-11-26&created=x&nat=Germany&doc=maybe&mail=&claim=0&gateway=1.5";
    expect(filterOf(`${invalid}&mode=Priority`, "newOrder")).toEqual({ mode: "Priority" });
    const seven = "arrival=2026-11-27&created=2026-11-01&nat=DE&mode=Priority&gateway=1&doc=no&mail=none";
    expect(Object.keys(filterOf(seven, "newOrder"))).toHaveLength(6);
    expect(parse(text).filter).toEqual({});
  });

  it("reads due in open work only", () => {
    for (const [list, due] of [
      ["openOrder", "late"],
      ["newOrder", "late"],
      ["completedOrder", undefined],
    ] as const) {
      expect(parseListUrl(new URLSearchParams("due=late"), null, list).filter.due).toBe(due);
    }
  });

  it("sorts ascending when no direction is given", () => {
    expect(parse("sort=email").sort).toEqual({ sort: "email", dir: "asc" });
  });
});

describe("withListChange", () => {
  it("omits defaults from the URL", () => {
    expect(change("page=4&size=50", { page: 1 })).toBe("size=50");
    expect(change("size=50", { size: 10 })).toBe("");
  });

  it("resets the page for another size, sort or search", () => {
    expect(change("page=4", { size: 25 })).toBe("size=25");
    expect(change("page=4", { sort: { sort: "email", dir: "desc" } })).toBe("sort=email&dir=desc");
    expect(change("page=4", { search: "perera" })).toBe("");
  });

  it("replaces all filters, at page 1, and keeps them with any other change", () => {
    expect(change("page=4&size=25&doc=no&due=late", { filter: { nat: "DE", doc: "yes" } })).toBe(
      "size=25&doc=yes&nat=DE",
    );
    expect(change("doc=no&nat=DE", { filter: {} })).toBe("");
    expect(change("doc=no&mail=x", { page: 2 })).toBe("doc=no&mail=x&page=2");
  });

  it("keeps size, sort and unknown parameters while paging, and never a search", () => {
    expect(change("month=Jan&size=25&search=x", { page: 2 })).toBe("month=Jan&size=25&page=2");
  });

  it("is the inverse of reading", () => {
    const state = {
      page: 2,
      size: 500,
      sort: { sort: "order_id", dir: "asc" },
      search: "ü&=",
      filter: { doc: "no" },
    } as const;
    expect(parseListUrl(withListChange(new URLSearchParams(), state), state, "newOrder")).toEqual(state);
  });
});
