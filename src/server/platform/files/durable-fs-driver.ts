import path from "node:path";
import type { Readable } from "node:stream";
import { FSDriver } from "flydrive/drivers/fs";
import { writeDurably } from "./durable-write.ts";

/** Flydrive's own driver writes in place and without fsync: a crash would leave half a file under its final name. */
export class DurableFsDriver extends FSDriver {
  readonly #folder: string;

  constructor(folder: string) {
    super({ location: folder, visibility: "private" });
    this.#folder = folder;
  }

  override async put(key: string, contents: string | Uint8Array): Promise<void> {
    await writeDurably(path.join(this.#folder, key), Buffer.from(contents));
  }

  override async putStream(key: string, contents: Readable): Promise<void> {
    await writeDurably(path.join(this.#folder, key), contents);
  }
}
