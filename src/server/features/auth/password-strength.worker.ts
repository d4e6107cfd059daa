import { parentPort } from "node:worker_threads";
import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary } from "@zxcvbn-ts/language-common";

/** Request and response of the thread. */
export interface StrengthQuestion {
  id: number;
  password: string;
}
export interface StrengthAnswer {
  id: number;
  isGuessable: boolean;
}

/** A password with fewer estimated guesses than this is found by trying common ones. */
const GUESSES_MIN = 1e8;
/** Common choices: leaked passwords, keyboard runs, repeats, sequences, dates. */
const CHOSEN = new Set(["dictionary", "spatial", "repeat", "sequence", "date"]);

const zxcvbn = new ZxcvbnFactory({
  // No English dictionary, which would refuse passphrases, and no Levenshtein distance, which costs ten times the rest.
  dictionary: { passwords: dictionary["passwords-common"] },
  graphs: adjacencyGraphs,
  useLevenshteinDistance: false,
  maxLength: 64,
});

/** Whether a password is easily guessed: few estimated guesses, and at least half of it matches known patterns. */
function isGuessable(password: string): boolean {
  const { guesses, sequence } = zxcvbn.check(password);
  const matched = sequence
    .filter(({ pattern }) => CHOSEN.has(pattern))
    .reduce((length, { token }) => length + token.length, 0);
  const checked = sequence.reduce((length, { token }) => length + token.length, 0);
  return guesses < GUESSES_MIN && matched * 2 >= checked;
}

parentPort?.on("message", ({ id, password }: StrengthQuestion) => {
  parentPort?.postMessage({ id, isGuessable: isGuessable(password) } satisfies StrengthAnswer);
});
