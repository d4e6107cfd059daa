import { isIP } from "node:net";

/** Whom passkeys belong to: the host, and the only origin at which they are taken. */
export interface RelyingParty {
  rpId: string;
  origin: string;
}

const LOOPBACK = ["127.0.0.1", "[::1]"];

/** Null where passkeys don't work: at an IP address, and without https but on the own machine, where it is localhost. */
export function relyingPartyOf(publicUrl: string): RelyingParty | null {
  const url = new URL(publicUrl);
  if (LOOPBACK.includes(url.hostname)) url.hostname = "localhost";
  const { protocol, hostname, origin } = url;
  if (isIP(hostname.replace(/^\[|\]$/g, "")) !== 0) return null;
  return protocol === "https:" || hostname === "localhost" ? { rpId: hostname, origin } : null;
}
