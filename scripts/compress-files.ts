import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Below this the headers weigh more than what is saved. */
const SMALLEST = 1000;

/** Writes a `.br` and a `.gz` beside every text file of a folder, once at the build, so that no request pays for it. */
export async function compressFiles(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => /\.(js|css|svg|json)$/.test(name));
  for (const name of names) {
    const file = path.join(folder, name);
    const content = await readFile(file);
    if (content.length < SMALLEST) continue;
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
    await writeFile(`${file}.br`, await toBrotli(content, quality));
    await writeFile(`${file}.gz`, await toGzip(content, { level: 9 }));
  }
}
