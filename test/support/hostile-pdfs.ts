import { deflateSync } from "node:zlib";
import { DOCUMENT_MAX_BYTES } from "#contract/documents/documents.ts";
import { pdf } from "./pdf-files.ts";

const stream = (dict: string, data: Buffer) =>
  `<< ${dict} /Length ${data.length} >>\nstream\n${data.toString("latin1")}\nendstream`;

/** `text` repeated up to the size limit of an upload. */
const full = (text: string) => text.repeat(Math.floor((DOCUMENT_MAX_BYTES - 1000) / text.length));

/** A page in a compressed stream after `bytes` of padding, compressed once or twice. */
function bomb(bytes: number, filter: "/FlateDecode" | "[/FlateDecode /FlateDecode]"): Buffer {
  const page = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>";
  const plain = Buffer.alloc(bytes + page.length, " ");
  plain.write("3 0 ");
  plain.write(page, bytes);
  const once = deflateSync(plain, { level: 9 });
  const data = filter === "/FlateDecode" ? once : deflateSync(once, { level: 9 });
  return crossReferenced(
    {
      1: "<< /Type /Catalog /Pages 2 0 R >>",
      2: "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
      4: stream(`/Type /ObjStm /N 1 /First ${bytes} /Filter ${filter}`, data),
    },
    { 3: 4 },
  );
}

/** A file with a cross-reference stream; the first object may be inside an object stream. */
function crossReferenced(objects: Record<number, string>, compressed: Record<number, number>): Buffer {
  let text = "%PDF-1.7\n";
  const offsets = new Map<number, number>();
  for (const [id, body] of Object.entries(objects)) {
    offsets.set(Number(id), text.length);
    text += `${id} 0 obj\n${body}\nendobj\n`;
  }
  offsets.set(5, text.length);
  const rows = Array.from({ length: 6 }, (_none, id) => {
    const row = Buffer.alloc(7);
    row.writeUInt8(offsets.has(id) ? 1 : compressed[id] === undefined ? 0 : 2, 0);
    row.writeUInt32BE(offsets.get(id) ?? compressed[id] ?? 0, 1);
    return row;
  });
  const table = stream("/Type /XRef /Size 6 /W [1 4 2] /Root 1 0 R", Buffer.concat(rows));
  return Buffer.from(`${text}5 0 obj\n${table}\nendobj\nstartxref\n${offsets.get(5)}\n%%EOF\n`, "latin1");
}

const catalog = "1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n";
const ended = (body: string) =>
  Buffer.from(`%PDF-1.7\n${catalog}${body}\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n`, "latin1");

/** PDFs of at most 10 MB that are crafted to exhaust time or memory. */
export const HOSTILE_PDFS: Record<string, () => Buffer> = {
  "a stream that unpacks to 400 MB": () => bomb(400 << 20, "/FlateDecode"),
  "3 kB that unpack twice": () => bomb(400 << 20, "[/FlateDecode /FlateDecode]"),
  "a cross-reference of a billion entries": () => {
    const data = deflateSync(Buffer.alloc(200 << 20), { level: 9 });
    const table = stream("/Type /XRef /Size 1000000000 /W [1 1 1] /Root 1 0 R /Filter /FlateDecode", data);
    const head = `%PDF-1.7\n${catalog}`;
    return Buffer.from(`${head}9 0 obj\n${table}\nendobj\nstartxref\n${head.length}\n%%EOF\n`, "latin1");
  },
  "a million objects": () => {
    const objects = Array.from({ length: 500_000 }, (_none, id) => `${id + 10} 0 obj 0 endobj\n`).join("");
    return Buffer.concat([pdf(), Buffer.from(objects.slice(0, DOCUMENT_MAX_BYTES - 2000))]);
  },
  "a million pages": () =>
    ended(
      `2 0 obj\n<< /Type /Pages /Count 1600000 /Kids [${full("3 0 R ")}] >>\nendobj\n3 0 obj\n<< /Type /Page /Parent 2 0 R >>\nendobj`,
    ),
  "more pages than a number holds": () =>
    ended(
      "2 0 obj\n<< /Type /Pages /Count 99999999999 /Kids [3 0 R] >>\nendobj\n3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>\nendobj",
    ),
  "pages that are their own parents": () =>
    ended("2 0 obj\n<< /Type /Pages /Count 5 /Kids [2 0 R 2 0 R] /Parent 2 0 R >>\nendobj"),
  "arrays in arrays": () => ended(`2 0 obj\n${full("[")}`),
  "dictionaries in dictionaries": () => ended(`2 0 obj\n${full("<</A")}`),
  "two million unclosed strings": () => ended(full("obj(")),
  "two million unclosed dictionaries": () => ended(full("obj<<")),
  "an unclosed string in every trailer": () => ended(full("trailer(")),
  "an unclosed string in every object": () => ended(full("1 0 obj(\n")),
  "an unclosed dictionary in every object": () => ended(full("1 0 obj<<\n")),
};
