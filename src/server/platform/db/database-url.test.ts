import { describe, expect, it } from "vitest";
import { parseDatabaseUrl } from "./database-url.ts";

describe("parseDatabaseUrl", () => {
  it("leaves an address with one server as it is", () => {
    for (const url of [
      "postgres://desk@db.example/desk",
      "postgresql://desk:p%2Cw@db.example:6432/desk?sslmode=verify-full",
      "postgres://desk:pw@/desk?host=/run/a,b&port=5433",
    ]) {
      expect(parseDatabaseUrl(url)).toEqual({ connectionString: url, addresses: [] });
    }
  });

  it("reads several servers as libpq does, and gives pg the first one", () => {
    const url = "postgres://desk:p%40w@db1:5433,[fe80::1]:5434,10.0.0.3/desk?target_session_attrs=read-write";
    expect(parseDatabaseUrl(url)).toEqual({
      connectionString: "postgres://desk:p%40w@db1:5433/desk?target_session_attrs=read-write",
      addresses: [
        { host: "db1", port: 5433 },
        { host: "fe80::1", port: 5434 },
        { host: "10.0.0.3", port: 5432 },
      ],
    });
    expect(parseDatabaseUrl("postgres://d@[::1]:1,b/desk").connectionString).toBe("postgres://d@[::1]:1/desk");
  });

  it.each([
    ["mysql://desk@db/desk", "must be an address like postgres://"],
    ["db1,db2", "must be an address like postgres://"],
    ["postgres://desk:secret@db1,,db2/desk", 'has a server that can\'t be read: ""'],
    ["postgres://desk:secret@db1:port,db2/desk", 'has a server that can\'t be read: "db1:port"'],
    ["postgres://desk:secret@db1:70000,db2/desk", 'has a server with an impossible port: "db1:70000"'],
    ["postgres://desk:secret@db1,db2/desk?target_session_attrs=any", "say read-write or leave it out"],
    ["postgres://desk:secret@db1/desk?target_session_attrs=standby", "say read-write or leave it out"],
    ["postgres://desk:secret@db1:x/desk", "can't be read as an address"],
  ])("refuses %s in words for the operator", (url, message) => {
    let error: unknown;
    try {
      parseDatabaseUrl(url);
    } catch (thrown) {
      error = thrown;
    }
    expect(String(error)).toContain(message);
    expect(String(error)).not.toContain("secret");
  });
});
