import { describe, expect, it } from "vitest";
import { checkTrack, orderIdFromRoute } from "./track-form.ts";

describe("checkTrack", () => {
  it("gives each empty field its message", () => {
    expect(checkTrack({ orderId: " ", email: "" })).toEqual({
      request: null,
      errors: { orderId: "Please enter your orderId", email: "Please enter your email" },
    });
  });

  it("gives the same message to an e-mail that is none", () => {
    expect(checkTrack({ orderId: "100001", email: "someone@" }).errors).toEqual({ email: "Please enter your email" });
  });

  it("cleans what was pasted", () => {
    expect(checkTrack({ orderId: "\u202a100001\u202c ", email: " a@example.com\n" })).toEqual({
      request: { orderId: "100001", email: "a@example.com" },
      errors: {},
    });
  });
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
