import { destination } from "pino";
import { createLog } from "#server/platform/log.ts";

/** Log of a program in its own process, written to descriptor 3; `keepLogOf` reads it in the test. */
export const childLog = () => createLog("debug", destination({ fd: 3, sync: true }));
