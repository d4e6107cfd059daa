import { expect, it } from "vitest";
import { TOAST_RULES, toastOptions } from "./toasts.ts";

it("keeps the specification's rules", () => {
  expect(TOAST_RULES).toMatchObject({
    autoClose: 5000,
    position: "top-right",
    pauseOnHover: true,
    draggable: true,
    draggablePercent: 80,
  });
});

it("lets a toast close by itself unless it is sticky", () => {
  expect(toastOptions("error")).not.toHaveProperty("autoClose");
  expect(toastOptions("error", { sticky: false })).not.toHaveProperty("autoClose");
  expect(toastOptions("error", { sticky: true })).toMatchObject({ autoClose: false });
});

it("interrupts for errors only", () => {
  expect(toastOptions("error")).toMatchObject({ role: "alert" });
  expect(toastOptions("success")).toMatchObject({ role: "status" });
  expect(toastOptions("info")).toMatchObject({ role: "group" });
});

it("shows one toast of an id", () => {
  expect(toastOptions("error", { id: "session-ended" })).toMatchObject({ toastId: "session-ended" });
});
