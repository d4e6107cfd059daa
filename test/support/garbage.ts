/** JSON texts of about that many bytes, each crafted to be expensive to validate. */
export const GARBAGE: Record<string, (bytes: number) => string> = {
  numbers: (bytes) => list("1", bytes),
  "numbers that are no ids": (bytes) => list("-1", bytes),
  nulls: (bytes) => list("null", bytes),
  "empty lists": (bytes) => list("[]", bytes),
  "empty objects": (bytes) => list("{}", bytes),
  "objects that are nearly right": (bytes) => list('{"id":{},"version":0,"status":1}', bytes),
  "short texts": (bytes) => list('"a"', bytes),
  "one item many times": (bytes) => list('{"id":100001}', bytes),
  "good items and a bad last one": (bytes) => `[${"100001,".repeat(Math.min(9999, bytes / 7 - 2))}null]`,
  "lists in lists": (bytes) => "[".repeat(bytes / 2) + "]".repeat(bytes / 2),
  "objects in objects": (bytes) => `${'{"id":'.repeat(bytes / 7)}1${"}".repeat(bytes / 7)}`,
  "many keys": (bytes) => `{${Array.from({ length: bytes / 14 }, (_none, index) => `"k${index}":1`).join(",")}}`,
  "one key many times": (bytes) => `{${'"id":1,'.repeat(bytes / 7 - 2)}"id":1}`,
  "a long text": (bytes) => `"${"x".repeat(bytes - 2)}"`,
  "a long text of marks": (bytes) => `"a${"\u0301".repeat(bytes / 2 - 4)}"`,
};

const list = (item: string, bytes: number) => `[${`${item},`.repeat(bytes / (item.length + 1) - 1)}${item}]`;
