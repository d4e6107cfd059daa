import { describe, expect, it } from "vitest";
import { refuseArguments, startSentence } from "./start-failure.ts";

describe("the message of a start failure", () => {
  const place = { dataDir: "/srv/arrival", databaseUrl: "postgres://arrival:sample-secret@db1:5432/arrival" };
  const failure = (message: string, more: object) => Object.assign(new Error(message), more);

  it.each([
    [
      failure("EROFS: read-only file system, chown '/srv/arrival/postgres'", {
        code: "EROFS",
        syscall: "chown",
        path: "/srv/arrival/postgres",
      }),
      "DATA_DIR /srv/arrival can't be used: the file system is read-only (/srv/arrival/postgres).",
    ],
    [
      failure('password authentication failed for user "arrival"', { code: "28P01", severity: "FATAL" }),
      "DATABASE_URL names db1:5432: it refuses the user or the password.",
    ],
    [
      failure("getaddrinfo ENOTFOUND db1", { code: "ENOTFOUND", syscall: "getaddrinfo", hostname: "db1" }),
      "DATABASE_URL names db1:5432: that host is not known.",
    ],
    [
      failure('database "arrival" does not exist', { code: "3D000", severity: "FATAL" }),
      "DATABASE_URL names db1:5432: it has no database of that name. Make it first.",
    ],
    [
      new Error("Failed", {
        cause: new AggregateError([failure("connect", { code: "ECONNREFUSED", syscall: "connect" })]),
      }),
      "DATABASE_URL names db1:5432: nothing answers there. Is PostgreSQL running, and are host and port right?",
    ],
    [
      failure("Connection terminated due to connection timeout", {}),
      "DATABASE_URL names db1:5432: it does not answer. Are host and port right, and does a firewall let the program through?",
    ],
    [new Error("The database is empty."), "The database is empty."],
  ])("%s", (error, sentence) => {
    expect(startSentence(error, place)).toBe(sentence);
    expect(startSentence(error, place)).not.toContain("sample-secret");
  });
});

describe("the command line", () => {
  it("refuses options and explains what replaces --workers", () => {
    expect(() => refuseArguments([])).not.toThrow();
    expect(() => refuseArguments(["--workers", "2"])).toThrow(
      /^--workers was removed: start one process for each core/,
    );
    expect(() => refuseArguments(["--workers=2"])).toThrow(/^--workers was removed/);
    expect(() => refuseArguments(["--port=80"])).toThrow('Unknown option "--port=80": there are none.');
  });
});
