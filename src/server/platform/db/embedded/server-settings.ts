import { type EmbeddedServer, socketPort } from "./embedded-server.ts";

/**
 * The server's command line. Settings are here instead of postgresql.conf, so that updates of the program apply to
 * existing clusters. Sized for a machine with 1 to 2 GB that also runs the program.
 */
export function serverArguments(server: EmbeddedServer): string[] {
  const settings: Record<string, string | number> = {
    // No network: only a unix socket in a folder that only we can access.
    listen_addresses: "",
    unix_socket_directories: quoteSocketFolder(server.socketDir),
    unix_socket_permissions: "0700",
    port: socketPort,
    max_connections: 100,
    shared_buffers: "128MB",
    effective_cache_size: "512MB",
    work_mem: "8MB",
    maintenance_work_mem: "64MB",
    max_wal_size: "512MB",
    random_page_cost: 1.1,
    // Queries are short, and parallel workers need /dev/shm, which containers limit to 64 MB.
    max_parallel_workers_per_gather: 0,
    max_parallel_maintenance_workers: 0,
    jit: "off",
    // The default starts three I/O worker processes, half of all processes of an idle installation.
    io_method: "sync",
    fsync: "on",
    full_page_writes: "on",
    synchronous_commit: "on",
    autovacuum: "on",
    timezone: "UTC",
    log_timezone: "UTC",
    // The program reports failed statements itself; in the server's log their values would be personal data.
    log_min_messages: "log",
    log_min_error_statement: "panic",
    log_error_verbosity: "terse",
    log_checkpoints: "off",
    logging_collector: "off",
    ...server.settings,
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  return ["-D", server.clusterDir, ...options];
}

/** The setting is a comma-separated list of double-quoted names. */
function quoteSocketFolder(folder: string): string {
  return `"${folder.replaceAll('"', '""')}"`;
}
