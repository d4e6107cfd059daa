import { describe, expect, it } from "vitest";
import { AppError } from "./app-error.ts";
import { errorFacts, errorLine } from "./error-facts.ts";

const PERSON = ["Zuleika", "Quorn", "zuleika@example.com", "ZQ9081726"];

function expectNoPerson(error: unknown): void {
  const text = JSON.stringify(errorFacts(error)) + errorLine(error);
  for (const part of PERSON) expect(text).not.toContain(part);
}

/** As pg throws it. */
const refusal = (code: string, message: string, more: object = {}) =>
  Object.assign(new Error(message), { severity: "ERROR", code, ...more });

describe("the facts of an error", () => {
  it("are code, place and statement of a failed query, but no parameter or row", () => {
    const cause = refusal("23505", "duplicate key value violates unique constraint for Quorn", {
      detail: "Key (email)=(zuleika@example.com) already exists.",
      where:
        'COPY members, line 1: "Zuleika Quorn"\nPL/pgSQL function record_order_events(json) line 12 at SQL statement',
      table: "members",
      constraint: "members_email_key",
    });
    const error = Object.assign(
      new Error("Failed query: insert into members values ($1)\nparams: zuleika@example.com", { cause }),
      { query: "insert into members values ($1)", params: ["zuleika@example.com"] },
    );
    expectNoPerson(error);
    expect(errorFacts(error)).toMatchObject({
      statement: "insert into members values ($1)",
      cause: {
        code: "23505",
        table: "members",
        constraint: "members_email_key",
        function: "record_order_events line 12",
      },
    });
    expect(errorLine(error)).toContain("23505 members members_email_key");
  });

  it.each([
    ["53100", "could not extend file: No space left on device"],
    ["28P01", 'password authentication failed for user "desk"'],
    ["57014", "canceling statement due to statement timeout"],
  ])("is the server's own sentence with %s", (code, message) => {
    expect(errorFacts(refusal(code, message))).toMatchObject({ code, message });
  });

  it("omit messages of mail servers, providers and parsers, which repeat input", () => {
    expectNoPerson(
      Object.assign(new Error("Can't send mail: 550 5.1.1 <zuleika@example.com>: Quorn has left"), {
        code: "EENVELOPE",
        responseCode: 550,
        response: "550 5.1.1 <zuleika@example.com>: Quorn has left",
      }),
    );
    expectNoPerson(Object.assign(new Error("not verified: zuleika@example.com Quorn"), { $metadata: {} }));
    let unread: unknown;
    try {
      JSON.parse("Zuleika");
    } catch (error) {
      unread = error;
    }
    expectNoPerson(unread);
  });

  it("mask quotations, addresses and long numbers, but keep paths and our own messages", () => {
    const error = new Error("no \"Zuleika Quorn\" <zuleika@example.com> 12345678 in '/srv/desk/files'");
    expect(errorFacts(error).message).toBe("no [text] [address] [number] in '/srv/desk/files'");
    expect(errorFacts(new AppError("unavailable", "Try again.")).message).toBe("Try again.");
  });

  it("contain the stack frames without the message", () => {
    const error = new Error("Zuleika\n    at Quorn (ZQ9081726:1:1)");
    expect(errorFacts(error).stack).not.toContain("Quorn");
    expect(errorFacts(error).stack).toContain("error-facts.test.ts");
  });

  it("include causes and aggregated errors up to a depth, and accept values that are not errors", () => {
    const loop = new Error("round");
    loop.cause = loop;
    expect(JSON.stringify(errorFacts(loop))).toContain("round");
    expectNoPerson(new AggregateError([new Error('"Zuleika Quorn"')], "several"));
    expect(errorFacts("Zuleika")).toEqual({ type: "string" });
  });
});
