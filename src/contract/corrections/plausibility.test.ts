import { expect, it } from "vitest";
import { plainFlightNumber } from "#contract/intake/flight-number.ts";
import { doubtsAbout } from "./plausibility.ts";

const TODAY = "2026-11-26";

it.each([
  [{ arrival_date: "2026-11-25" }, ["arrival_past"]],
  [{ arrival_date: "2026-11-26" }, []],
  [{ date_of_birth: "2026-11-27" }, ["birth_implausible"]],
  [{ date_of_birth: "1906-11-25" }, ["birth_implausible"]],
  [{ date_of_birth: "1906-11-26" }, []],
  [{ passport_number: "AB-12" }, ["passport_short"]],
  [{ passport_number: "A 1234" }, []],
  [{ arrival_date: null, date_of_birth: null, passport_number: "" }, []],
  [
    { arrival_date: "2019-01-01", date_of_birth: "2030-01-01", passport_number: "1" },
    ["arrival_past", "birth_implausible", "passport_short"],
  ],
])("%j is doubted for %j", (facts, doubts) => {
  expect(doubtsAbout(facts, TODAY)).toEqual(doubts);
});

it.each([
  ["lh762", "LH 762"],
  ["LH 762", "LH 762"],
  [" ek-9 ", "EK 9"],
  ["u28001", "U2 8001"],
  ["9w 123a", "9W 123A"],
  ["dlh762", "DLH 762"],
  ["UL  504", "UL 504"],
  ["MS Europa 2", "MS Europa 2"],
  ["Queen Mary", "Queen Mary"],
  ["12345", "12345"],
])("the flight %s is %s", (text, plain) => {
  expect(plainFlightNumber(text)).toBe(plain);
});
