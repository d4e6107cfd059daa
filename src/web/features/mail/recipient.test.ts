import { describe, expect, it } from "vitest";
import { isOwnAddress } from "./recipient.ts";

describe("isOwnAddress", () => {
  it("ignores case and surrounding spaces", () => {
    expect(isOwnAddress(" Traveller@Example.com ", "traveller@example.com")).toBe(true);
  });

  it("is false for another address and for an order without one", () => {
    expect(isOwnAddress("else@example.com", "traveller@example.com")).toBe(false);
    expect(isOwnAddress("traveller@example.com", null)).toBe(false);
  });
});
