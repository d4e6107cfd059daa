import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Compressing smaller files saves less than the headers cost. */
const MIN_BYTES = 1000;

/** Writes a `.br` and a `.gz` next to every text file of a folder, at build time instead of per request. */
export async function compressFiles(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => /\.(js|css|svg|json)$/.test(name));
  for (const name of names) {
    const file = path.join(folder, name);
    const content = await readFile(file);
    if (content.length < MIN_BYTES) continue;
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
    await writeFile(`${file}.br`, await toBrotli(content, quality));
    await writeFile(`${file}.gz`, await toGzip(content, { level: 9 }));
  }
}
