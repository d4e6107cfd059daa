import { BlockList, isIPv4 } from "node:net";
import type { FastifyRequest } from "fastify";
import { MESSAGES } from "#contract/messages.ts";
import { cleanLine } from "#contract/text.ts";
import { AppError } from "#server/platform/app-error.ts";
import { canonicalIp } from "#server/platform/ip-address.ts";

/** Who is at the other end, as far as evidence may say it. */
export interface Client {
  /** The connection's address, or the one that a trusted proxy vouches for; canonical, see `canonicalIp`. */
  ip: string;
  /** As sent, without control characters, at most 1,000 characters; empty when none was sent. */
  userAgent: string;
}

const USER_AGENT_LENGTH = 1000;

/** @throws AppError unavailable when the caller left before his address was read: he gets no answer either */
export function clientOf(request: FastifyRequest): Client {
  // The cut may split a character in two, which the database would not take.
  const userAgent = cleanLine(request.headers["user-agent"] ?? "")
    .slice(0, USER_AGENT_LENGTH)
    .toWellFormed();
  // From the connection outwards; the last is the first that is no proxy of ours. One that is no address says nothing,
  // then the nearest one that is known stands.
  const hops = request.ips ?? [request.ip];
  const ip = hops.map((hop) => hopAddress(hop)).findLast((address) => address !== null);
  if (ip === undefined || ip === null) throw new AppError("unavailable", MESSAGES.unavailable);
  return { ip, userAgent };
}

/**
 * Tells whether an address belongs to a proxy whose `X-Forwarded-For` is believed, in any spelling.
 * @param proxies addresses and CIDR ranges
 */
export function createProxyTrust(proxies: readonly string[]): (hop: string) => boolean {
  const trusted = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const proxy of proxies) {
    const [network = "", prefix] = proxy.split("/", 2);
    const address = canonicalIp(network);
    if (address === null) throw new Error(`TRUSTED_PROXIES: ${proxy} is no address`);
    const family = familyOf(address);
    const width = family === "ipv4" ? 32 : 128;
    // A range written in the IPv6 spelling of IPv4 counts its bits from the front of the longer address.
    const isMapped = family === "ipv4" && network.includes(":");
    const bits = prefix === undefined ? width : Number(prefix) - (isMapped ? 96 : 0);
    if (!(bits >= 1 && bits <= width)) throw new Error(`TRUSTED_PROXIES: ${proxy} is no range of proxies`);
    trusted[family].addSubnet(address, bits, family);
  }
  return (hop) => {
    const address = hopAddress(hop);
    if (address === null) return false;
    const family = familyOf(address);
    return trusted[family].check(address, family);
  };
}

const familyOf = (address: string) => (isIPv4(address) ? "ipv4" : "ipv6");

/** An entry of `X-Forwarded-For`: some proxies add the port, and brackets around IPv6. */
function hopAddress(hop: string | undefined): string | null {
  if (hop === undefined) return null;
  const [, bracketed, plain] = /^\[([^\]]*)\](?::\d+)?$|^([\d.]+):\d+$/.exec(hop.trim()) ?? [];
  return canonicalIp(bracketed ?? plain ?? hop);
}
