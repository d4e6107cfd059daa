import type { PostgresBinaries } from "./binaries.ts";
import type { ServerAccount } from "./postgres-user.ts";

/** The part of a pino logger that is used here. */
export interface EmbeddedLog {
  info(context: object, message: string): void;
  warn(context: object, message: string): void;
}

/** Paths, account and passwords of an embedded server; determined once at the start. */
export interface EmbeddedServer {
  /** Real path of DATA_DIR; used in error messages. */
  readonly dataDir: string;
  /** Folder with cluster/, run/ and server.log; owned by the server's account, mode 0700. */
  readonly home: string;
  readonly clusterDir: string;
  /** Folder of the unix socket, 0700. */
  readonly socketDir: string;
  readonly logFile: string;
  readonly binaries: PostgresBinaries;
  /** The system account the server runs as; undefined for our own. */
  readonly account: ServerAccount | undefined;
  readonly superuserPassword: string;
  readonly applicationPassword: string;
  /** Settings that replace those of `serverArguments`. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Called when the server's process has been created. */
  readonly onSpawned?: () => void;
}

/** Only part of the socket's file name: the server does not listen on the network. */
export const socketPort = 5432;
export const superuser = "postgres";
export const applicationRole = "arrival_desk";
export const applicationDatabase = "arrival_desk";

/** PostgreSQL does not inherit our environment: PGDATA, PGPORT, LANG or TZ would change its behaviour. */
export const serverEnvironment = { PATH: "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" };
