import { accessSync, constants, existsSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";

/** Invalid command line; the message is for the user. */
export class ArgumentsError extends Error {}

/** The program is configured by its environment only. @throws ArgumentsError */
export function refuseArguments(args: readonly string[]): void {
  const [first] = args;
  if (first === undefined) return;
  if (first.startsWith("--workers")) {
    throw new ArgumentsError(
      "--workers was removed: start one process for each core behind a proxy, on a PostgreSQL of your own; see docs/operations.md, Several processes.",
    );
  }
  throw new ArgumentsError(`Unknown option "${first}": there are none. Variables are listed in docs/operations.md.`);
}

type Settings = { host: string; port: number };

/** Called before a database is created for a program that can't listen. @throws Error that names the variable */
export async function assertPortFree({ host, port }: Settings): Promise<void> {
  if (port === 0) return;
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(portProblem(error, { host, port })));
    server.listen({ host, port }, () => server.close(() => resolve()));
  });
}

function portProblem(error: NodeJS.ErrnoException, { host, port }: Settings): Error {
  const reasons: Record<string, string> = {
    EADDRINUSE: `PORT ${port} on ${host} is in use by another program. Stop that one, or set PORT to another number.`,
    EACCES: `PORT ${port} may not be used by this user. Set PORT to a number from 1024 on.`,
    EADDRNOTAVAIL: `HOST ${host} is not an address of this machine. Set HOST to one, or leave it out.`,
    ENOTFOUND: `HOST ${host} is not known. Set HOST to an address of this machine, or leave it out.`,
  };
  return new Error(reasons[error.code ?? ""] ?? `HOST ${host} and PORT ${port} can't be used (${error.code}).`, {
    cause: error,
  });
}

interface Place {
  dataDir: string;
  databaseUrl: string | null | undefined;
}

type Failure = Error & { code?: string; syscall?: string; path?: string; hostname?: string; severity?: string };

/**
 * The reason of a failed start or command, as a sentence that names the variable or the file. Errors that are sentences
 * already stay as they are.
 */
export function startSentence(error: unknown, { dataDir, databaseUrl }: Place): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const failure = (cause instanceof AggregateError ? cause.errors[0] : cause) as Failure;
    const known =
      fileSentence(failure, path.resolve(dataDir)) ?? databaseSentence(failure, databaseUrl ?? null, dataDir);
    if (known !== undefined) return known;
  }
  return error instanceof Error ? error.message : String(error);
}

const FILE_REASONS: Record<string, string> = {
  EROFS: "the file system is read-only",
  EACCES: "this user may not use it",
  EPERM: "this user may not use it",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  ENOTDIR: "a part of the path is no folder",
  EEXIST: "a file with that name is in the way",
  EIO: "the disk can't be read",
};

function fileSentence({ code = "", syscall, path: file }: Failure, dataDir: string): string | undefined {
  if (syscall === undefined || file === undefined) return undefined;
  const reason = FILE_REASONS[code === "ENOENT" && syscall === "mkdir" ? (obstacleTo(file) ?? code) : code];
  if (reason === undefined) return undefined;
  const isOurs = path.resolve(file) === dataDir || path.resolve(file).startsWith(dataDir + path.sep);
  const where = isOurs ? `DATA_DIR ${dataDir} can't be used` : "A file can't be used";
  return `${where}: ${reason} (${file}).`;
}

/** Node.js answers ENOENT when a folder with its parents can't be made. @returns the code of writing beside it */
function obstacleTo(folder: string): string | undefined {
  const parent = path.dirname(folder);
  if (parent !== folder && !existsSync(parent)) return obstacleTo(parent);
  try {
    accessSync(parent, constants.W_OK);
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
}

/** The address without user and password. */
function serverOf(databaseUrl: string): string {
  return /@([^/?]*)/.exec(databaseUrl)?.[1] ?? /\/\/([^/?]*)/.exec(databaseUrl)?.[1] ?? "the server";
}

const NETWORK: Record<string, string> = {
  ECONNREFUSED: "nothing answers there. Is PostgreSQL running, and are host and port right?",
  ENOTFOUND: "that host is not known.",
  EAI_AGAIN: "that host's name can't be looked up now.",
  EHOSTUNREACH: "there is no way to that host.",
  ENETUNREACH: "there is no way to that host.",
  ETIMEDOUT: "it does not answer.",
  ECONNRESET: "it broke the connection off.",
};

const REFUSALS: Record<string, string> = {
  "28P01": "it refuses the user or the password.",
  "28000": "it does not let this user in.",
  "3D000": "it has no database of that name. Make it first.",
  "42501": "the user may not do what the program needs: let the user own the database.",
  "25006": "it takes no writes. DATABASE_URL has to lead to the primary.",
  "53100": "its disk is full.",
  "53300": "it has no connection left.",
  "57P03": "it is starting or stopping. Try again in a moment.",
};

function databaseSentence(failure: Failure, databaseUrl: string | null, dataDir: string): string | undefined {
  const { code = "", severity, syscall } = failure;
  const isNetwork =
    severity === undefined && (syscall === "connect" || syscall === "getaddrinfo" || syscall === "read");
  let reason = isNetwork ? NETWORK[code] : severity === undefined ? undefined : REFUSALS[code];
  if (/timeout exceeded when trying to connect|timeout expired|due to connection timeout/.test(failure.message)) {
    reason = "it does not answer. Are host and port right, and does a firewall let the program through?";
  }
  if (reason === undefined) return undefined;
  if (databaseUrl === null && code === "28P01") {
    return `The database in DATA_DIR ${path.resolve(dataDir)} has another password than the file ${path.resolve(dataDir, "postgres-password")}. Put the file back that belongs to this data folder.`;
  }
  if (databaseUrl === null) return `The database in DATA_DIR ${path.resolve(dataDir)}: ${reason}`;
  return `DATABASE_URL names ${serverOf(databaseUrl)}: ${reason}`;
}
