import { describe, expect, it, vi } from "vitest";
import { MESSAGES } from "#contract/messages.ts";
import type { PdfFindings } from "#server/platform/pdf/inspect-pdf.ts";
import { gif, heif, IMAGE_HEADS, png, tiff, webp } from "#test/support/image-files.ts";
import { plainPdf } from "#test/support/plain-pdf.ts";
import { inspectFile } from "./document-type.ts";

const plain = async () => ({ kind: "plain", pages: 3, text: "A card" }) as const;

describe("by content", () => {
  it.each(Object.entries({ ...IMAGE_HEADS, "image/png": png() }))(
    "recognizes %s @5-016",
    async (contentType, bytes) => {
      expect(await inspectFile(bytes, plain)).toEqual({ contentType, pages: null, text: null });
    },
  );

  it("recognizes a PDF with its pages and text", async () => {
    const contentType = "application/pdf";
    expect(await inspectFile(plainPdf("x"), plain)).toEqual({ contentType, pages: 3, text: "A card" });
  });

  it.each([
    ["SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ["SVG with a declaration", Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>')],
    ["HTML", Buffer.from("<!doctype html><script>alert(1)</script>")],
    ["text", Buffer.from("hello")],
    ["a program", Buffer.from("4d5a90000300000004000000ffff0000b800000000000000", "hex")],
    ["an archive", Buffer.from("504b0304140000000000000000000000000000000000000000000000", "hex")],
    ["a PDF behind something else", Buffer.concat([Buffer.from("\ufeff<script>"), plainPdf("x")])],
    ["an image that is a PDF too", Buffer.concat([IMAGE_HEADS["image/gif"], plainPdf("x")])],
    ["an image whose head is cut off", png().subarray(0, 20)],
    ["an image without a pixel", png(0, 5)],
  ])("refuses %s @5-016", async (_what, bytes) => {
    await expect(inspectFile(bytes, plain)).rejects.toMatchObject({
      code: "unsupported_type",
      message: MESSAGES.uploadType,
    });
  });
});

describe("data after a picture's end", () => {
  const pixels = Buffer.from("ffda0008010100003f00a1ff00b2ffd0c3ff", "hex");
  const scanned = Buffer.concat([IMAGE_HEADS["image/jpeg"].subarray(0, -2), pixels, Buffer.from("ffd9", "hex")]);
  const whole = {
    ...IMAGE_HEADS,
    "image/png": png(),
    scan: scanned,
    film: gif(
      [3, 5],
      [
        [3, 5],
        [3, 5],
      ],
    ),
  };
  const { "image/tiff": _endless, ...ended } = whole;

  it.each(Object.entries(whole))("zeros and line ends are accepted: %s", async (_type, bytes) => {
    await expect(inspectFile(Buffer.concat([bytes, Buffer.from("\0\0\r\n ")]), plain)).resolves.toBeDefined();
  });

  it.each(Object.entries(ended))("anything else is refused: %s", async (_type, bytes) => {
    for (const more of ["PK\u0003\u0004", "<script>", "x"]) {
      await expect(inspectFile(Buffer.concat([bytes, Buffer.from(more)]), plain)).rejects.toMatchObject({
        code: "rule_violation",
        message: MESSAGES.uploadTrailing,
      });
    }
  });

  it.each([
    ["a PNG", png().subarray(0, -12)],
    ["a JPEG", scanned.subarray(0, -2)],
    ["a GIF", gif([3, 5], [[3, 5]]).subarray(0, -1)],
    ["a WebP", webp(3, 5).subarray(0, 35)],
  ])("%s without its end is refused", async (_what, bytes) => {
    await expect(inspectFile(bytes, plain)).rejects.toMatchObject({ message: MESSAGES.uploadTrailing });
  });
});

it("refuses more than 40 million pixels", async () => {
  expect(await inspectFile(png(8000, 5000), plain)).toMatchObject({ contentType: "image/png" });
  await expect(inspectFile(png(8001, 5000), plain)).rejects.toMatchObject({ code: "too_large" });
});

describe("a small file with a huge picture", () => {
  const HUGE = 60_000;
  it.each([
    ["a PNG of four thousand million by as many", png(0xffff_ffff, 0xffff_ffff)],
    ["a PNG with one endless row", png(0xffff_ffff, 1)],
    ["a GIF", gif([HUGE, HUGE])],
    [
      "a GIF whose second frame is",
      gif(
        [3, 5],
        [
          [3, 5],
          [HUGE, HUGE],
        ],
      ),
    ],
    ["a TIFF", tiff([HUGE, HUGE])],
    ["a TIFF whose third page is", tiff([3, 5], [3, 5], [HUGE, HUGE])],
    ["a WebP", webp(1 << 24, 1 << 24)],
    ["a HEIC", heif("heic", [HUGE, HUGE])],
    ["an AVIF with a small picture before it", heif("avif", [3, 5], [0xffff_ffff, 0xffff_ffff])],
  ])("%s is too large", async (_what, bytes) => {
    await expect(inspectFile(bytes, plain)).rejects.toMatchObject({ code: "too_large" });
  });

  it.each([
    ["a TIFF whose pages go round in a circle", tiff([3, 5]).fill(8, 34, 35)],
    ["a TIFF of offsets with 64 bits", Buffer.from("49492b0008000000100000000000000000000000", "hex")],
    ["a TIFF whose directory is outside the file", Buffer.from("49492a00ffffff7f0000000000000000000000000000", "hex")],
  ])("%s can't be read", async (_what, bytes) => {
    await expect(inspectFile(bytes, plain)).rejects.toMatchObject({ code: "unsupported_type" });
  });

  it("is distinguished from a real scan of many pages and from an animation", async () => {
    expect(await inspectFile(tiff(...Array<[number, number]>(40).fill([2480, 3508])), plain)).toMatchObject({
      contentType: "image/tiff",
    });
    expect(await inspectFile(gif([800, 600], Array<[number, number]>(40).fill([800, 600])), plain)).toMatchObject({
      contentType: "image/gif",
    });
  });
});

it.each([
  ["encrypted", MESSAGES.uploadPdfEncrypted],
  ["active", MESSAGES.uploadPdfActive],
  ["broken", MESSAGES.uploadPdfBroken],
  ["trailing", MESSAGES.uploadTrailing],
] as const)("says why a PDF that is %s is refused", async (kind, message) => {
  const inspectPdf = vi.fn(async (): Promise<PdfFindings> => ({ kind }));
  await expect(inspectFile(plainPdf("x"), inspectPdf)).rejects.toMatchObject({ code: "rule_violation", message });
});
