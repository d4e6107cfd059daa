import { type EmbeddedServer, socketPort } from "./embedded-server.ts";

/**
 * Command line of the server. Settings live here and not in postgresql.conf, so that an update of the program
 * changes them for existing clusters too. Sized for a machine of 1 to 2 GB that also runs the program.
 */
export function serverArguments(server: EmbeddedServer): string[] {
  const settings: Record<string, string | number> = {
    // No network at all: a unix socket in a folder only we can enter.
    listen_addresses: "",
    unix_socket_directories: quoteSocketFolder(server.socketDir),
    unix_socket_permissions: "0700",
    port: socketPort,
    max_connections: server.maxConnections ?? 100,
    shared_buffers: "128MB",
    effective_cache_size: "512MB",
    work_mem: "8MB",
    maintenance_work_mem: "64MB",
    max_wal_size: "512MB",
    random_page_cost: 1.1,
    // Short queries only; parallel workers need /dev/shm, which containers cut to 64 MB.
    max_parallel_workers_per_gather: 0,
    max_parallel_maintenance_workers: 0,
    jit: "off",
    // Three I/O worker processes would be half of all processes of an idle desk.
    io_method: "sync",
    fsync: "on",
    full_page_writes: "on",
    synchronous_commit: "on",
    autovacuum: "on",
    timezone: "UTC",
    log_timezone: "UTC",
    // Failed statements are the program's to report; in this file their values would be personal data.
    log_min_messages: "log",
    log_min_error_statement: "panic",
    log_error_verbosity: "terse",
    log_checkpoints: "off",
    logging_collector: "off",
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  return ["-D", server.clusterDir, ...options];
}

/** The setting is a comma-separated list of names in double quotes. */
function quoteSocketFolder(folder: string): string {
  return `"${folder.replaceAll('"', '""')}"`;
}
