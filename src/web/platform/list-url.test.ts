import { describe, expect, it } from "vitest";
import { parseListUrl, withListChange } from "./list-url.ts";

const parse = (text: string) => parseListUrl(new URLSearchParams(text));
const change = (text: string, wanted: Parameters<typeof withListChange>[1]) =>
  withListChange(new URLSearchParams(text), wanted).toString();

describe("parseListUrl", () => {
  it("begins at page 1 with ten rows in the queue's own order", () => {
    expect(parse("")).toEqual({ page: 1, size: 10, sort: null, search: "" });
  });

  it("reads what the address says", () => {
    expect(parse("page=3&size=all&sort=full_name&dir=desc&search=a b")).toEqual({
      page: 3,
      size: "all",
      sort: { sort: "full_name", dir: "desc" },
      search: "a b",
    });
  });

  it.each(["page=0", "page=-1", "page=1.5", "page=x", "page=99999999999", "size=7", "size=ALL", "sort=password"])(
    "takes the default for %s",
    (text) => {
      expect(parse(text)).toEqual(parse(""));
    },
  );

  it("sorts upwards when no direction is given", () => {
    expect(parse("sort=email").sort).toEqual({ sort: "email", dir: "asc" });
  });
});

describe("withListChange", () => {
  it("leaves defaults out of the address", () => {
    expect(change("page=4&size=50", { page: 1 })).toBe("size=50");
    expect(change("size=50", { size: 10 })).toBe("");
  });

  it("begins at page 1 for another size, sort or search", () => {
    expect(change("page=4", { size: 25 })).toBe("size=25");
    expect(change("page=4", { sort: { sort: "email", dir: "desc" } })).toBe("sort=email&dir=desc");
    expect(change("page=4", { search: "perera" })).toBe("search=perera");
  });

  it("keeps size, sort, search and foreign parameters while paging", () => {
    expect(change("month=Jan&size=25&search=x", { page: 2 })).toBe("month=Jan&size=25&search=x&page=2");
  });

  it("gives back what it was given", () => {
    const state = { page: 2, size: 500, sort: { sort: "order_id", dir: "asc" }, search: "ü&=" } as const;
    expect(parseListUrl(withListChange(new URLSearchParams(), state))).toEqual(state);
  });
});
