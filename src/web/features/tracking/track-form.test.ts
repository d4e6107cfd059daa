import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { trackOrderSchema } from "#contract/tracking/tracking.ts";
import { checkTrack, emailFault, orderIdFromRoute } from "./track-form.ts";

describe("checkTrack", () => {
  it("reports each empty field by its message @5-019 @5-020", () => {
    expect(checkTrack({ orderId: " ", email: "" })).toEqual({
      request: null,
      errors: { orderId: "Please enter your orderId", email: "Please enter your email" },
    });
  });

  it("reports an invalid e-mail address by the same message @5-021", () => {
    expect(checkTrack({ orderId: "100001", email: "someone@" }).errors).toEqual({ email: "Please enter your email" });
  });

  it("cleans pasted text", () => {
    expect(checkTrack({ orderId: "\u202a100001\u202c ", email: " a@example.com\n" })).toEqual({
      request: { orderId: "100001", email: "a@example.com" },
      errors: {},
    });
  });
});

it.each([
  ["ann@example,com", "emailComma"],
  ["ann@example.com,", "emailComma"],
  ["ann@example،com", "emailComma"],
  ["ann lee@example.com", "emailSpace"],
  ["ann@ example.com", "emailSpace"],
  ["ann\u00a0lee@example.com", "emailSpace"],
  ["ann.example.com", "emailForm"],
  ["ann@@example.com", "emailForm"],
  ["ann@example", "emailForm"],
  [" ann@example.com ", undefined],
  [" ", undefined],
])("the fault of the address %j is %s", (email, fault) => {
  expect(emailFault(email)).toBe(fault);
});

it("checkTrack accepts, cleans and refuses exactly what the call's schema does", () => {
  const odd = fc.constantFrom("\u202e", "\r\n", "\0", " ", "@", ".", "=?", "a", "é", "\ufeff", "😀", "<", ",");
  const text = fc.oneof(
    fc.string(),
    fc.emailAddress(),
    fc.array(odd).map((parts) => parts.join("")),
  );
  const long = fc.tuple(text, fc.integer({ max: 2200, min: 0 })).map(([start, length]) => start + "a".repeat(length));
  const email = fc.oneof(
    text,
    long,
    fc.emailAddress().map((address) => ` ${address}\n`),
  );
  fc.assert(
    fc.property(fc.oneof(text, long, fc.nat().map(String)), email, (orderId, address) => {
      const values = { orderId, email: address };
      const { data, error } = trackOrderSchema.safeParse(values);
      const errors = Object.fromEntries(
        (error?.issues ?? []).toReversed().map(({ path, message }) => [path[0], message]),
      );
      expect(checkTrack(values)).toEqual({ request: data ?? null, errors });
    }),
    { numRuns: 2000 },
  );
});

describe("orderIdFromRoute", () => {
  it.each([
    ["MjAwMDAy", "100001"],
    ["100001", "100001"],
    ["not-an-id", ""],
    [undefined, ""],
  ])("fills %j in as %j", (param, shown) => {
    expect(orderIdFromRoute(param)).toBe(shown);
  });
});
