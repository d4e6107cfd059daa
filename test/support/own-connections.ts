/**
 * Ends what our role left open in a database. `drop … with (force)` wants to end an autovacuum worker as well and is
 * denied, for the worker is a superuser's; a plain `drop` stops the workers by itself.
 */
export function endOwnConnections(name: string): string {
  return `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and usename = current_user`;
}
