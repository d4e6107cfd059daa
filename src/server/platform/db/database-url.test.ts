import { describe, expect, it } from "vitest";
import { checkDatabaseUrl } from "./database-url.ts";

describe("checkDatabaseUrl", () => {
  it("accepts URLs that pg can parse", () => {
    for (const url of [
      "postgres://desk@db.example/desk",
      "postgresql://arrival:p%2Cw@db.example:6432/arrival?sslmode=verify-full",
      "postgres://desk:pw@[fe80::1]:5434/desk",
      "postgres://desk:pw@/desk?host=/run/a,b&port=5433",
    ]) {
      expect(() => checkDatabaseUrl(url)).not.toThrow();
    }
  });

  it.each([
    ["mysql://desk@db/desk", "must be an address like postgres://"],
    ["db1,db2", "must be an address like postgres://"],
    [
      "postgres://desk:secret@db1:5432,db2:5432/desk?target_session_attrs=read-write",
      "names several servers: give the one",
    ],
    ["postgres://desk:secret@db1:x/desk", "can't be read as an address"],
  ])("refuses %s in words for the operator", (url, message) => {
    let error: unknown;
    try {
      checkDatabaseUrl(url);
    } catch (thrown) {
      error = thrown;
    }
    expect(String(error)).toContain(message);
    expect(String(error)).not.toContain("secret");
  });
});
