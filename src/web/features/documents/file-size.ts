const UNITS = ["kB", "MB", "GB"] as const;
const STEP = 1024;

/** A number of bytes in words: `1 byte`, `812 bytes`, `1.4 kB`, `10 MB`. */
export function fileSize(bytes: number): string {
  if (bytes < STEP) return bytes === 1 ? "1 byte" : `${bytes} bytes`;
  let value = bytes / STEP;
  let unit = 0;
  // 1023.96 kB would be rounded to "1024 kB": use the next unit when rounding reaches it.
  while (rounded(value) >= STEP && unit < UNITS.length - 1) {
    value /= STEP;
    unit += 1;
  }
  return `${rounded(value)} ${UNITS[unit]}`;
}

/** One decimal below 10, none above. */
function rounded(value: number): number {
  return value < 9.95 ? Math.round(value * 10) / 10 : Math.round(value);
}
