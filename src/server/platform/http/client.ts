import { BlockList, isIPv4 } from "node:net";
import type { FastifyRequest } from "fastify";
import { MESSAGES } from "#contract/messages.ts";
import { cleanLine } from "#contract/text.ts";
import { AppError } from "#server/platform/app-error.ts";
import { canonicalIp } from "#server/platform/ip-address.ts";

/** The client of a request, as recorded as evidence. */
export interface Client {
  /** The connection's address, or the one reported by a trusted proxy; see `canonicalIp`. */
  ip: string;
  /** As sent, without control characters, up to 1,000 characters; empty when missing. */
  userAgent: string;
}

const USER_AGENT_LENGTH = 1000;

/** @throws AppError unavailable when the client disconnected before its address was read */
export function clientOf(request: FastifyRequest): Client {
  // The cut may split a surrogate pair, which the database refuses.
  const userAgent = cleanLine(request.headers["user-agent"] ?? "")
    .slice(0, USER_AGENT_LENGTH)
    .toWellFormed();
  const ip = addressOf(request);
  if (ip === null) throw new AppError("unavailable", MESSAGES.unavailable);
  return { ip, userAgent };
}

/** The client's canonical address; null when the client disconnected before it was read. */
export function addressOf(request: FastifyRequest): string | null {
  // Ordered from the connection outwards; the last is the first untrusted hop. Entries that are not addresses are skipped.
  const hops = request.ips ?? [request.ip];
  return hops.map((hop) => hopAddress(hop)).findLast((address) => address !== null) ?? null;
}

/**
 * Creates the check whether an address, in any notation, belongs to a proxy whose `X-Forwarded-For` is trusted.
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
    // The prefix of an IPv4-mapped IPv6 range counts the 96 bits before the IPv4 address.
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

/** An entry of `X-Forwarded-For`; some proxies add a port, and brackets around IPv6. */
function hopAddress(hop: string | undefined): string | null {
  if (hop === undefined) return null;
  const [, bracketed, plain] = /^\[([^\]]*)\](?::\d+)?$|^([\d.]+):\d+$/.exec(hop.trim()) ?? [];
  return canonicalIp(bracketed ?? plain ?? hop);
}
