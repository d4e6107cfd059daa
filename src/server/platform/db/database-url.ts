/** Where one server of the database listens. */
export interface DatabaseAddress {
  readonly host: string;
  readonly port: number;
}

export interface ParsedDatabaseUrl {
  /** Understood by pg: names the first server alone. */
  readonly connectionString: string;
  /** All servers in the order given; empty when one is named, which pg reads by itself. */
  readonly addresses: readonly DatabaseAddress[];
}

const PARTS = /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#@]*)([/?].*)?$/s;
const ADDRESS = /^(\[[0-9a-f:.]+\]|[^:[\]]+)(?::(\d{1,5}))?$/i;
const DEFAULT_PORT = 5432;
/** What libpq calls a server that takes writes. The program writes at every sign-in: no other will do. */
const WRITABLE = ["read-write", "primary"];

/**
 * Reads a database address as libpq does: several servers stand in place of one, divided by commas
 * (`postgres://desk:pw@db1:5432,db2:5432/desk?target_session_attrs=read-write`).
 * @throws Error with a message for the operator, without the password
 */
export function parseDatabaseUrl(text: string): ParsedDatabaseUrl {
  const [, scheme, credentials = "", authority = "", rest = ""] = PARTS.exec(text) ?? [];
  if (scheme === undefined) throw new Error("must be an address like postgres://user:password@host:5432/database");
  const target = new URLSearchParams(rest.split("?")[1]).get("target_session_attrs");
  if (target !== null && !WRITABLE.includes(target)) {
    throw new Error("can't use that target_session_attrs: the program writes, say read-write or leave it out");
  }
  const addresses = authority.includes(",") ? authority.split(",").map(readAddress) : [];
  const [first] = addresses;
  const single =
    first === undefined ? authority : `${first.host.includes(":") ? `[${first.host}]` : first.host}:${first.port}`;
  const connectionString = `${scheme}${credentials}${single}${rest}`;
  try {
    new URL(connectionString);
  } catch {
    // A socket's folder stands in the parameters, and the place of the host is empty then.
    if (single !== "") throw new Error("can't be read as an address");
  }
  return { connectionString, addresses };
}

function readAddress(text: string): DatabaseAddress {
  const [, host, port] = ADDRESS.exec(text.trim()) ?? [];
  if (host === undefined) throw new Error(`has a server that can't be read: "${text}"`);
  const number = port === undefined ? DEFAULT_PORT : Number(port);
  if (number < 1 || number > 65_535) throw new Error(`has a server with an impossible port: "${text}"`);
  return { host: decodeURIComponent(host.replace(/^\[(.*)\]$/, "$1")), port: number };
}
