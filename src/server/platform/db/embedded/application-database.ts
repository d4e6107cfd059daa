import type { Client } from "pg";
import { applicationDatabase, applicationRole, type EmbeddedServer, socketPort } from "./embedded-server.ts";

/**
 * Creates the program's role and database when they are missing. The role owns its database but is not a superuser, so an
 * injected statement can't read files or run programs.
 */
export async function ensureApplicationDatabase(client: Client, server: EmbeddedServer): Promise<void> {
  const found = await client.query<{ role: boolean; database: boolean }>(
    `select exists (select from pg_roles where rolname = $1) as role,
            exists (select from pg_database where datname = $2) as database`,
    [applicationRole, applicationDatabase],
  );
  // The password is 64 hex digits; CREATE ROLE takes no parameters.
  if (!found.rows[0]?.role) {
    await client.query(`create role ${applicationRole} login createdb password '${server.applicationPassword}'`);
  }
  if (!found.rows[0]?.database) await client.query(`create database ${applicationDatabase} owner ${applicationRole}`);
}

/** The connection string for pg and libpq. `sslmode` overrides PGSSLMODE, which fails on a unix socket. */
export function applicationConnectionString(server: EmbeddedServer): string {
  const socket = encodeURIComponent(server.socketDir);
  return `postgres://${applicationRole}:${server.applicationPassword}@localhost:${socketPort}/${applicationDatabase}?host=${socket}&sslmode=disable`;
}
