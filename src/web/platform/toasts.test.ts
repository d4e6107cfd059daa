import { expect, it } from "vitest";
import { TOAST_RULES, toastOptions } from "./toasts.ts";

it("follows the specified rules @4-039 @4-042", () => {
  expect(TOAST_RULES).toMatchObject({
    autoClose: 5000,
    position: "top-right",
    pauseOnHover: true,
    draggable: true,
    draggablePercent: 80,
  });
});

it("closes a toast automatically unless it is sticky @4-044", () => {
  expect(toastOptions("error")).not.toHaveProperty("autoClose");
  expect(toastOptions("error", { sticky: false })).not.toHaveProperty("autoClose");
  expect(toastOptions("error", { sticky: true })).toMatchObject({ autoClose: false });
});

it("interrupts screen readers for errors only", () => {
  expect(toastOptions("error")).toMatchObject({ role: "alert" });
  expect(toastOptions("success")).toMatchObject({ role: "status" });
  expect(toastOptions("info")).toMatchObject({ role: "group" });
});

it("shows one toast per id", () => {
  expect(toastOptions("error", { id: "session-ended" })).toMatchObject({ toastId: "session-ended" });
});
