import { expect, it } from "vitest";
import { DOCUMENT_MAX_BYTES } from "#contract/documents/documents.ts";
import { fileSize } from "./file-size.ts";

it.each([
  [0, "0 bytes"],
  [1, "1 byte"],
  [1023, "1023 bytes"],
  [1024, "1 kB"],
  [1434, "1.4 kB"],
  [10_188, "9.9 kB"],
  [10_240, "10 kB"],
  [245_760, "240 kB"],
  [1_048_570, "1 MB"],
  [1_572_864, "1.5 MB"],
  [DOCUMENT_MAX_BYTES, "10 MB"],
  [3 * 1024 ** 3, "3 GB"],
])("%d bytes read %s", (bytes, words) => {
  expect(fileSize(bytes)).toBe(words);
});
