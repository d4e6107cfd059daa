import { expect, it } from "vitest";
import { afterSignIn } from "./paths.ts";

it.each(["/admin", "/admin/view-order/MjAwMDAy", "/admin/recent-order?page=2#row"])("a sign-in leads to %s", (path) => {
  expect(afterSignIn(path)).toBe(path);
});

it.each([
  null,
  undefined,
  42,
  "",
  "/",
  "/track-order",
  "/administrator",
  "//evil.example/admin",
  "https://evil.example/admin/recent-order",
  "/\\evil.example/admin",
  "\\\\evil.example\\admin",
  "/\t/evil.example/admin",
  "https:/admin/recent-order",
  "http:evil.example/admin",
  "%2F%2Fevil.example/admin",
  "/%2Fevil.example/admin",
  "/%5Cevil.example/admin",
  "/admin%2F..%2F..%2Fevil.example",
  "/admin/%2e%2e/track-order",
  "/admin/../track-order",
  "javascript:alert(1)",
  "/admin/..//evil.example",
])("and to the dashboard when %j was asked for", (requested) => {
  expect(afterSignIn(requested)).toBe("/admin");
});
