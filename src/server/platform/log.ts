import { pino } from "pino";

/** What features log through. Never personal data, never a token: ids and codes say enough. */
export interface Log {
  debug(context: object, message: string): void;
  info(context: object, message: string): void;
  warn(context: object, message: string): void;
  error(context: object, message: string): void;
}

export function createLog(level: string) {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    // A second lock: nothing logs headers or bodies, and if something ever does, these never come out.
    redact: ["*.authorization", "*.cookie", "*.password", "*.email", "*.token", "req.headers", "req.body"],
  });
}
