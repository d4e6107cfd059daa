import { parentPort } from "node:worker_threads";
import { isGuessable } from "./password-strength.ts";

/** Request and response of the thread. */
export interface StrengthQuestion {
  id: number;
  password: string;
}
export interface StrengthAnswer {
  id: number;
  isGuessable: boolean;
}

parentPort?.on("message", ({ id, password }: StrengthQuestion) => {
  parentPort?.postMessage({ id, isGuessable: isGuessable(password) } satisfies StrengthAnswer);
});
