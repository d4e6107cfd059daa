/**
 * Terminates our role's connections to a database. `drop … with (force)` would also terminate autovacuum workers, which
 * needs a superuser; a plain `drop` stops them by itself.
 */
export function endOwnConnections(name: string): string {
  return `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and usename = current_user`;
}
