import { expect, it } from "vitest";
import { xsrfToken } from "./xsrf-cookie.ts";

it("finds the token among other cookies", () => {
  expect(xsrfToken("a=1; XSRF-TOKEN=q%2Bw==; b=2")).toBe("q+w==");
});

it.each(["", "a=1", "NOT-XSRF-TOKEN=1"])("is null in %j", (cookies) => {
  expect(xsrfToken(cookies)).toBeNull();
});
