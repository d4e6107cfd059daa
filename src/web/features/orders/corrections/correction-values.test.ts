import { expect, it } from "vitest";
import { CORRECTABLE_FIELDS } from "#contract/corrections/correction-fields.ts";
import { type CorrectionValues, keptEntries, typedChanges } from "./correction-values.ts";

const EMPTY = Object.fromEntries(CORRECTABLE_FIELDS.map((field) => [field, ""])) as CorrectionValues;

it("names the fields that were changed, not those with spaces around the same value", () => {
  const base = { ...EMPTY, sex: "M", flight_number: "UL 503" };
  expect(typedChanges({ ...base, sex: " M ", flight_number: "" }, base)).toEqual({ flight_number: "" });
});

it("keeps what was typed and takes a colleague's values for the rest", () => {
  const base = { ...EMPTY, sex: "M", flight_number: "UL 503" };
  const typed = { ...base, flight_number: "UL 504" };
  const now = { ...base, sex: "F", flight_number: "UL 505" };
  expect(keptEntries(typed, base, now)).toEqual({ ...now, flight_number: "UL 504" });
});
