import { type DestinationStream, pino } from "pino";
import { errorFacts } from "./error-facts.ts";

/** Logger of the features. Log ids and codes, never personal data or tokens. Pass errors as `err`. */
export interface Log {
  debug(context: object, message: string): void;
  info(context: object, message: string): void;
  warn(context: object, message: string): void;
  error(context: object, message: string): void;
}

export function createLog(level: string, destination?: DestinationStream) {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    // Errors may contain rows, parameters and addresses.
    serializers: { err: errorFacts },
    // A second safeguard: nothing logs headers or bodies today.
    redact: ["*.authorization", "*.cookie", "*.password", "*.email", "*.token", "req.headers", "req.body"],
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/** Logs an uncaught error without data: Node would print all its properties, including query parameters and rows. */
export function endOnUncaught(log: { fatal(context: object, message: string): void }): void {
  process.once("uncaughtException", (error) => {
    log.fatal({ err: error }, "uncaught error");
    process.exit(1);
  });
}
