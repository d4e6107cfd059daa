import { parentPort } from "node:worker_threads";
import type { PackFacts } from "../pack-facts.ts";
import { packDocument } from "./pack-document.ts";

/** The worker's answer to the request with the same id. */
export interface RenderAnswer {
  id: number;
  outcome: { bytes: Uint8Array; pages: number } | { tooLong: string } | { failed: string };
}

parentPort?.on("message", ({ id, facts }: { id: number; facts: PackFacts }) => {
  parentPort?.postMessage({ id, outcome: outcomeOf(facts) } satisfies RenderAnswer);
});

function outcomeOf(facts: PackFacts): RenderAnswer["outcome"] {
  try {
    const document = packDocument(facts);
    return "tooLong" in document ? document : { bytes: new Uint8Array(document.bytes), pages: document.pages };
  } catch (error) {
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
