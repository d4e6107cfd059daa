import { Keyword, type PdfDict, type PdfValue } from "./pdf-syntax.ts";

const TIFF = 2;
const PNG = 10;

/**
 * Undoes the prediction of a decompressed stream (ISO 32000-1, 7.4.4.4): the rows of PNG with their filter bytes, or TIFF's
 * differences of whole bytes. Throws for other parameters.
 * @param parameters of the filter: a dictionary, `null` or nothing
 */
export function withoutPredictor(data: Buffer, parameters: PdfValue | undefined): Buffer {
  if (parameters === undefined || (parameters instanceof Keyword && parameters.word === "null")) return data;
  if (!(parameters instanceof Map)) throw new Error("a stream with unknown parameters");
  const predictor = numberOf(parameters, "Predictor", 1);
  if (predictor === 1) return data;
  const bits = numberOf(parameters, "BitsPerComponent", 8);
  const colors = numberOf(parameters, "Colors", 1);
  const pixel = Math.max(1, (colors * bits) >> 3);
  const row = (colors * bits * numberOf(parameters, "Columns", 1) + 7) >> 3;
  if (row < 1 || row > data.length + 8) throw new Error("a stream with rows longer than itself");
  if (predictor >= PNG) return withoutPngFilters(data, row, pixel);
  if (predictor === TIFF && bits === 8) return withoutDifferences(data, row, pixel);
  throw new Error(`a stream with predictor ${predictor}`);
}

function numberOf(parameters: PdfDict, key: string, otherwise: number): number {
  const value = parameters.get(key) ?? otherwise;
  if (typeof value !== "number" || !Number.isInteger(value) || value < 1)
    throw new Error(`a stream with an odd ${key}`);
  return value;
}

function withoutDifferences(data: Buffer, row: number, pixel: number): Buffer {
  const plain = Buffer.from(data);
  for (let at = 0; at < plain.length; at += 1) {
    if (at % row >= pixel) plain[at] = (plain[at] ?? 0) + (plain[at - pixel] ?? 0);
  }
  return plain;
}

/** Each row begins with the number of its filter (PNG, 9.2). */
function withoutPngFilters(data: Buffer, row: number, pixel: number): Buffer {
  const rows = Math.ceil(data.length / (row + 1));
  const plain = Buffer.alloc(rows * row);
  for (let number = 0; number < rows; number += 1) {
    const from = number * (row + 1);
    const filter = data[from];
    const to = number * row;
    for (let column = 0; column < row; column += 1) {
      const left = column < pixel ? 0 : (plain[to + column - pixel] ?? 0);
      const up = number === 0 ? 0 : (plain[to + column - row] ?? 0);
      const corner = number === 0 || column < pixel ? 0 : (plain[to + column - row - pixel] ?? 0);
      plain[to + column] = (data[from + 1 + column] ?? 0) + predicted(filter, left, up, corner);
    }
  }
  return plain;
}

function predicted(filter: number | undefined, left: number, up: number, corner: number): number {
  switch (filter) {
    case 0:
      return 0;
    case 1:
      return left;
    case 2:
      return up;
    case 3:
      return (left + up) >> 1;
    case 4: {
      const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
      if (a <= b && a <= c) return left;
      return b <= c ? up : corner;
    }
    default:
      throw new Error("a stream with an unknown row filter");
  }
}
