import { describe, expect, it, vi } from "vitest";
import { DOCUMENT_MESSAGES } from "#contract/documents/messages.ts";
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
    ["a PDF behind a letter", Buffer.concat([Buffer.from("x"), plainPdf("x")])],
    ["a PDF behind something else", Buffer.concat([Buffer.from("\ufeff<script>"), plainPdf("x")])],
    ["an image that is a PDF too", Buffer.concat([IMAGE_HEADS["image/gif"], plainPdf("x")])],
    ["an image whose head is cut off", png().subarray(0, 20)],
    ["an image without a pixel", png(0, 5)],
  ])("refuses %s @5-016", async (_what, bytes) => {
    await expect(inspectFile(bytes, plain)).rejects.toMatchObject({
      code: "unsupported_type",
      message: DOCUMENT_MESSAGES.uploadType,
    });
  });
});

it.each([
  ["a byte order mark", Buffer.from("\ufeff")],
  ["a byte order mark of UTF-16", Buffer.from("fffe", "hex")],
  ["line ends", Buffer.from("\r\n\r\n")],
  ["blanks and a mark", Buffer.from("\ufeff \t\n")],
  ["zeros", Buffer.alloc(40)],
])("accepts a PDF behind %s", async (_what, before) => {
  await expect(inspectFile(Buffer.concat([before, plainPdf("x")]), plain)).resolves.toMatchObject({
    contentType: "application/pdf",
  });
});

it("refuses a PDF that is an archive too", async () => {
  const bytes = Buffer.concat([plainPdf("x"), archiveEnd("\n%%EOF\n")]);
  await expect(inspectFile(bytes, plain)).rejects.toMatchObject({ message: DOCUMENT_MESSAGES.uploadTrailing });
});

/** The record at the end of an archive. */
function archiveEnd(comment = ""): Buffer {
  const record = Buffer.alloc(22);
  record.write("PK\u0005\u0006", "latin1");
  record.writeUInt16LE(comment.length, 20);
  return Buffer.concat([record, Buffer.from(comment)]);
}

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
    // Makers of telephones append data of their own to a JPEG.
    const isPhone = bytes[1] === 0xd8;
    for (const more of ["PK\u0003\u0004", "<script>", isPhone ? "<html>" : "x"]) {
      await expect(inspectFile(Buffer.concat([bytes, Buffer.from(more)]), plain)).rejects.toMatchObject({
        code: "rule_violation",
        message: DOCUMENT_MESSAGES.uploadTrailing,
      });
    }
  });

  const picture = IMAGE_HEADS["image/jpeg"];
  const samsung = Buffer.concat([
    Buffer.from("0000010a0e00000000496d6167655f5554435f4461746131363030", "hex"),
    Buffer.from("SEFHk\0\0\0\u0001\0\0\0\0\0\u0001\n\u000e\0\0\0#\0\0\0\u0018\0\0\0SEFT", "latin1"),
  ]);
  const film = Buffer.concat([
    Buffer.from("0000001866747970", "hex"),
    Buffer.from("mp42\0\0\0\0mp42isom", "latin1"),
    Buffer.alloc(5000, 0x5a),
  ]);
  it.each([
    ["Samsung's block", samsung],
    ["a second picture, as depth and gain maps are", picture],
    ["two more behind padding", Buffer.concat([Buffer.alloc(7, 0xff), picture, Buffer.alloc(64), picture])],
    ["the film of a motion photo", film],
    ["a picture and a film", Buffer.concat([picture, film])],
    ["padding", Buffer.alloc(300, 0xff)],
    ["data of an unknown maker", Buffer.from('\u0007vivo{"a":1}\u00ff\u00fe cameralog', "latin1")],
    [
      "four letters that also end an archive, in a film",
      Buffer.concat([film, Buffer.from("PK\u0005\u0006"), film, film]),
    ],
  ])("what telephones append to a JPEG is accepted: %s", async (_what, more) => {
    await expect(inspectFile(Buffer.concat([scanned, more]), plain)).resolves.toMatchObject({
      contentType: "image/jpeg",
    });
  });

  it.each([
    ["an archive", Buffer.concat([Buffer.from("PK\u0003\u0004a.html"), archiveEnd()])],
    ["an archive behind other data", Buffer.concat([film, archiveEnd()])],
    ["an archive with a comment", Buffer.concat([samsung, archiveEnd("see you")])],
    ["an archive of another kind", Buffer.from("526172211a0701000000", "hex")],
    ["a program", Buffer.concat([Buffer.from("7f454c46020101", "hex"), Buffer.alloc(100)])],
    ["a page", Buffer.from("\n\n<!DOCTYPE html><script>")],
    ["a page behind other data", Buffer.concat([samsung, Buffer.from("<HTML>")])],
    ["a PDF behind data", Buffer.concat([film, plainPdf("x")])],
  ])("another file behind a JPEG is refused: %s", async (_what, more) => {
    await expect(inspectFile(Buffer.concat([scanned, more]), plain)).rejects.toMatchObject({
      code: "rule_violation",
      message: DOCUMENT_MESSAGES.uploadTrailing,
    });
  });

  it("bytes between the parts of a JPEG are skipped, as readers do", async () => {
    const bytes = Buffer.concat([scanned.subarray(0, 20), Buffer.from("00aa00", "hex"), scanned.subarray(20)]);
    await expect(inspectFile(bytes, plain)).resolves.toMatchObject({ contentType: "image/jpeg" });
  });

  it.each([
    ["a PNG", png().subarray(0, -12)],
    ["a JPEG", scanned.subarray(0, -2)],
    ["a GIF", gif([3, 5], [[3, 5]]).subarray(0, -1)],
    ["a WebP", webp(3, 5).subarray(0, 35)],
  ])("%s without its end is refused", async (_what, bytes) => {
    await expect(inspectFile(bytes, plain)).rejects.toMatchObject({ message: DOCUMENT_MESSAGES.uploadTrailing });
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
  ["encrypted", DOCUMENT_MESSAGES.uploadPdfEncrypted],
  ["active", DOCUMENT_MESSAGES.uploadPdfActive],
  ["broken", DOCUMENT_MESSAGES.uploadPdfBroken],
  ["trailing", DOCUMENT_MESSAGES.uploadTrailing],
] as const)("says why a PDF that is %s is refused", async (kind, message) => {
  const inspectPdf = vi.fn(async (): Promise<PdfFindings> => ({ kind }));
  await expect(inspectFile(plainPdf("x"), inspectPdf)).rejects.toMatchObject({ code: "rule_violation", message });
});
