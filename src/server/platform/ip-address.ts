import { isIP, SocketAddress } from "node:net";

/**
 * The one spelling of an address: lower case, IPv6 shortened, without the prefix that IPv4 wears inside IPv6, without
 * a zone and white space. Null for what is no address.
 */
export function canonicalIp(text: string): string | null {
  const [address = ""] = text.trim().split("%", 1);
  const family = isIP(address);
  if (family === 0) return null;
  if (family === 4) return address;
  const { address: shortened } = new SocketAddress({ address, family: "ipv6" });
  return shortened.replace(/^::ffff:(?=\d+\.)/, "");
}
