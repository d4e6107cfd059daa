import { describe, expect, it } from "vitest";
import {
  CURRENT_PROFILE,
  changedSinceFiled,
  FILING_PROFILES,
  FILING_SOURCES,
  type FilingField,
  type FilingSource,
  filedFacts,
  sheetField,
} from "./filing-profile.ts";
import { FILING_PROFILE_IDS } from "./filings.ts";

const ORDER: FilingSource = {
  full_name: "N. K. Perera",
  nationality: "United Kingdom",
  nationality_given: null,
  passport_number: "n 7788-123",
  sex: "f",
  date_of_birth: "1990-02-03",
  email: "Perera@example.com",
  phone_code: "+44",
  telephone_number: "07700 900123",
  telephone_e164: "+447700900123",
  arrival_date: "2031-07-04",
  travel_mode: "Air",
  flight_number: "ul504",
  port_of_departure: "London",
  port_of_arrival: "Colombo",
  purpose_of_visit: "Tourism",
  place_of_stay: "12 Galle Road, Colombo 03",
};
const NOTHING = Object.fromEntries(FILING_SOURCES.map((source) => [source, null])) as FilingSource;
const allFields: FilingField[] = FILING_PROFILES.flatMap(({ sections }) => sections.flatMap(({ fields }) => fields));
const fieldOf = (key: string): FilingField => {
  const found = allFields.find((field) => field.key === key);
  if (found === undefined) throw new Error(`no field ${key}`);
  return found;
};
const read = (key: string, given: Partial<FilingSource>) => sheetField(fieldOf(key), { ...ORDER, ...given });

describe("a profile", () => {
  it("exists for every id that a filing may name", () => {
    expect(FILING_PROFILES.map(({ id }) => id)).toEqual(FILING_PROFILE_IDS);
  });

  it("has a source for every field, and a field for every fact of the traveller and the journey", () => {
    for (const { sections } of FILING_PROFILES) {
      const fields: FilingField[] = sections.flatMap((section) => [...section.fields]);
      expect(fields.filter(({ source }) => !FILING_SOURCES.includes(source))).toEqual([]);
      const used = new Set(fields.map(({ source }) => source));
      // What the nationality and the telephone number of the form are made of.
      const parts = ["nationality_given", "phone_code", "telephone_e164"];
      expect(FILING_SOURCES.filter((source) => !used.has(source))).toEqual(parts);
    }
  });

  it("has unique keys, and choices where a field is a choice", () => {
    for (const { sections } of FILING_PROFILES) {
      const fields: FilingField[] = sections.flatMap((section) => [...section.fields]);
      expect(new Set(fields.map(({ key }) => key)).size).toBe(fields.length);
      for (const { format, choices } of fields) expect(choices !== undefined).toBe(format === "choice");
    }
  });

  it("says that nobody has compared the first one with the authority's form", () => {
    expect(FILING_PROFILES[0].verified_on).toBeNull();
  });
});

describe("a field of the sheet", () => {
  it.each([
    ["name", {}, "N. K. PERERA", "N. K. Perera"],
    ["nationality", {}, "United Kingdom", null],
    ["passport", {}, "N 7788-123", "n 7788-123"],
    ["sex", {}, "Female", "f"],
    ["birth", {}, "03/02/1990", "1990-02-03"],
    ["email", {}, "Perera@example.com", null],
    ["telephone", {}, "+447700900123", "+44 07700 900123"],
    ["arrival", {}, "04/07/2031", "2031-07-04"],
    ["mode", { travel_mode: " by AIR " }, "Air", " by AIR "],
    ["flight", {}, "UL504", "ul504"],
    ["purpose", {}, "Holiday", "Tourism"],
  ])("%s shows the form's value, and the order's where it differs", (key, given, value, stored) => {
    expect(read(key, given)).toMatchObject({ value, stored, problem: null });
  });

  it.each([
    `12 "Galle" Road, 'Colombo' \\ 03`,
    "12 Galle Road\r\nColombo 03\n\tSri Lanka",
    "فندق غالي فيس، كولومبو",
    "x".repeat(200),
    "  two  spaces  ",
  ])("keeps text verbatim: %j", (text) => {
    expect(read("stay", { place_of_stay: text })).toMatchObject({ value: text, stored: null, problem: null });
  });

  it.each([null, "", "   "])("with nothing (%j) is missing if it is required", (text) => {
    expect(read("stay", { place_of_stay: text })).toMatchObject({ value: "", problem: "missing" });
    expect(read("from", { port_of_departure: text })).toMatchObject({ value: "", problem: null });
  });

  it("shows what the customer gave for a nationality that matches no country, or is missing", () => {
    expect(read("nationality", { nationality: "Unknown" })).toMatchObject({ value: "", problem: "missing" });
    const given = { nationality: "Unknown", nationality_given: "Ruritania" };
    expect(read("nationality", given)).toMatchObject({ value: "Ruritania", problem: "no_choice" });
  });

  it("is too long by characters, not by code units", () => {
    expect(read("stay", { place_of_stay: "é".repeat(201) }).problem).toBe("too_long");
    expect(read("stay", { place_of_stay: "😀".repeat(200) }).problem).toBeNull();
  });

  it("says so when no choice of the form fits, and offers the order's own words", () => {
    expect(read("purpose", { purpose_of_visit: "Surfing" })).toMatchObject({ value: "Surfing", problem: "no_choice" });
  });

  it("says so when code and number form no international number", () => {
    const found = read("telephone", { phone_code: null, telephone_number: "900123", telephone_e164: null });
    expect(found).toMatchObject({ value: "900123", stored: null, problem: "no_number" });
  });
});

describe("the facts as filed", () => {
  it("are the shown values by key, without those that the order lacks", () => {
    expect(filedFacts(CURRENT_PROFILE, NOTHING)).toEqual({});
    const facts = filedFacts(CURRENT_PROFILE, { ...ORDER, port_of_departure: null });
    expect(Object.keys(facts)).toHaveLength(13);
    expect(facts).toMatchObject({ name: "N. K. PERERA", passport: "N 7788-123", arrival: "04/07/2031" });
  });

  it("name the fields in which a corrected order differs, and none when it was corrected back", () => {
    const filing = { profile: CURRENT_PROFILE.id, facts: filedFacts(CURRENT_PROFILE, ORDER) };
    const changed = (order: Partial<FilingSource>, facts = filing.facts) =>
      changedSinceFiled({ ...filing, facts }, { ...ORDER, ...order }).map(({ label }) => label);
    expect(changed({})).toEqual([]);
    expect(changed({ place_of_stay: null, flight_number: "UL 505" })).toEqual([
      "Flight No./Ship Name",
      "Place of Stay",
    ]);
    expect(changed({ email: "new@example.com" })).toEqual(["Email"]);
    expect(changed({}, {})).toHaveLength(14);
  });
});
