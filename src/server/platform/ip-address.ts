import { BlockList, isIP, SocketAddress } from "node:net";

/**
 * The canonical form of an address: lower case, compressed IPv6, IPv4-mapped IPv6 as IPv4, no zone, no white space. Null
 * when the text is not an address.
 */
export function canonicalIp(text: string): string | null {
  const [address = ""] = text.trim().split("%", 1);
  const family = isIP(address);
  if (family === 0) return null;
  if (family === 4) return address;
  const { address: shortened } = new SocketAddress({ address, family: "ipv6" });
  return shortened.replace(/^::ffff:(?=\d+\.)/, "");
}

/** The network that counts as one caller: an IPv6 customer owns a /64 and would otherwise have 2^64 attempts. */
export function networkOf(ip: string): string {
  return ip.includes(":") ? ipv6Prefix(ip, 4) : ip;
}

/** The network of an organisation: hosting companies hand out a /48, which has 65,536 /64 networks. */
export function wideNetworkOf(ip: string): string {
  return ip.includes(":") ? ipv6Prefix(ip, 3) : ip;
}

function ipv6Prefix(ip: string, groupCount: number): string {
  const [head = "", tail] = ip.split("::");
  const groups = head.split(":").filter((group) => group !== "");
  if (tail !== undefined) while (groups.length < groupCount) groups.push("0");
  return groups.slice(0, groupCount).join(":");
}

/** Networks that identify no single host: private use, carrier-grade NAT, loopback, link-local, documentation. */
const PRIVATE = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.2.0", 24],
  ["192.168.0.0", 16],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
] as const) {
  PRIVATE.addSubnet(network, prefix, "ipv4");
}
for (const [network, prefix] of [
  ["::", 127],
  ["fc00::", 7],
  ["fe80::", 10],
  ["2001:db8::", 32],
] as const) {
  PRIVATE.addSubnet(network, prefix, "ipv6");
}

/** True when a canonical address identifies no single host on the internet. */
export function isPrivateIp(address: string): boolean {
  return PRIVATE.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
}
