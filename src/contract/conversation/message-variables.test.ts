import { describe, expect, it } from "vitest";
import { fillVariables, holdsPassport, type VariableValues } from "./message-variables.ts";

const values: VariableValues = {
  customer_name: "Asha {{order_id}} {{evil}} $& $1",
  order_id: "100001",
  arrival_date: null,
  flight: "",
  track_link: "https://desk.example/track-order/MjAwMDAy",
  service_name: "Card",
  member_first_name: "Ann",
};

describe("fillVariables", () => {
  it("puts values in as text that is not read again", () => {
    const { text, missing, unknown } = fillVariables("{{customer_name}} / {{ order_id }}", values);
    expect(text).toBe("Asha {{order_id}} {{evil}} $& $1 / 100001");
    expect([missing, unknown]).toEqual([[], []]);
  });

  it("names each variable without a value and each unknown name once, and leaves their places", () => {
    const template =
      "{{flight}} {{arrival_date}} {{flight}} {{passport_number}} {{toString}} {{}} {{a\nb}} {{{order_id}}}";
    const { text, missing, unknown } = fillVariables(template, values);
    expect(missing).toEqual(["flight", "arrival_date"]);
    expect(unknown).toEqual(["passport_number", "toString", ""]);
    expect(text).toBe(template.replace("{{order_id}}", "100001"));
  });

  it("is fast on text that only looks like variables", () => {
    const since = process.cpuUsage();
    fillVariables("{{".repeat(5_000), values);
    fillVariables(`{{${" ".repeat(9_990)}`, values);
    // Backtracking would take minutes.
    expect(process.cpuUsage(since).user / 1000).toBeLessThan(2_000);
  });
});

it.each([
  ["your number N1234567 lacks a digit", "N1234567", true],
  ["your number n 123-4567.", "N1234567", true],
  ["your number N123456", "N1234567", false],
  ["call me on 12 34", "1234", false],
  ["anything", null, false],
])("the passport number in %s", (text, passport, isHeld) => {
  expect(holdsPassport(text, passport)).toBe(isHeld);
});
