import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { aesPdf, objectStream, packedPdf, pagesPdf, pdf, rc4Pdf, textPdf } from "#test/support/pdf-files.ts";
import { plainPdf } from "#test/support/plain-pdf.ts";
import { createPdfInspector } from "./inspect-pdf.ts";
import { MAX_TEXT } from "./pdf-text.ts";

const inspect = createPdfInspector();
const action = (text: string, objects: Record<number, string> = {}) => ({
  catalog: "/OpenAction 10 0 R",
  objects: { 10: text, ...objects },
});
const JUMP = "<< /S /GoTo /D [3 0 R /Fit] >>";
const ADDRESS = "<< /S /URI /URI (https://x.example) >>";
const onOneLine = (bytes: Buffer) =>
  Buffer.from(bytes.toString("latin1").replace(/(\d+)\s+%%EOF/, "$1 %%EOF"), "latin1");
const FONT = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>";
const fontNamed = (name: string) => ({ page: `/Resources << /Font << /${name} 5 0 R >> >>` });
const link = (text: string) => ({
  page: "/Annots [10 0 R]",
  objects: { 10: `<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A ${text} >>` },
});
const script = "<< /S /JavaScript /JS (app.alert(1)) >>";
const hidden = (encrypt?: (bytes: Buffer, id: number) => Buffer) => ({
  20: objectStream(script, encrypt && ((bytes) => encrypt(bytes, 20))),
});

describe("accepts", () => {
  it.each([
    ["a plain file", plainPdf("Arrival card")],
    ["one without a cross-reference table", pdf()],
    ["a jump within the document", pdf(action("<< /S /GoTo /D [3 0 R /Fit] >>"))],
    ["the same in its older forms", pdf({ catalog: "/OpenAction [3 0 R /Fit]" })],
    [
      "a jump to a name, and a page turned",
      pdf(action("<< /S /GoTo /D (intro) /Next << /S /Named /N /NextPage >> >>")),
    ],
    ["nothing at all at opening", pdf({ catalog: "/OpenAction null" })],
    ["what a page does when it is turned to", pdf({ page: "/AA << /O << /S /GoTo /D [3 0 R /Fit] >> >>" })],
    ["a jump in a compressed stream", pdf({ catalog: "/OpenAction 21 0 R", objects: { 20: objectStream(JUMP) } })],
    ["a link into another file, which waits for a press", pdf(link("<< /S /GoToR /F (b.pdf) /D [0 /Fit] >>"))],
    ["a font named OpenAction", pdf({ page: `/Resources << /Font << /OpenAction ${FONT} /AA ${FONT} >> >>` })],
    ["a font named OpenAction, in an object", pdf({ ...fontNamed("OpenAction"), objects: { 5: FONT } })],
    ["the offset and the end on one line", onOneLine(plainPdf("card"))],
    ["blanks before its end", Buffer.from(plainPdf("card").toString("latin1").replace("%%EOF", "  %%EOF"), "latin1")],
    ["a Ctrl-Z behind its end", Buffer.concat([pdf(), Buffer.from("\r\n\x1a")])],
    ["white space behind its end", Buffer.concat([pdf(), Buffer.from("\r\n \0\n")])],
    [
      "a change saved behind its end",
      Buffer.concat([pdf(), Buffer.from("9 0 obj\nnull\nendobj\ntrailer\n<<>>\n%%EOF\n")]),
    ],
    [
      "a link, also one whose address reads like an action",
      pdf(link("<< /S /URI /URI (https://x.example/Launch/JavaScript) >>")),
    ],
    ["an owner's password (RC4)", rc4Pdf()],
    ["an owner's password (AES, revision 5)", aesPdf(5)],
    ["an owner's password (AES, revision 6)", aesPdf(6)],
    [
      "compressed objects under an owner's password",
      rc4Pdf({ objects: (encrypt) => ({ 20: objectStream("<< /A /B >>", (bytes) => encrypt(bytes, 20)) }) }),
    ],
  ])("%s", async (_what, bytes) => {
    expect(await inspect(bytes)).toMatchObject({ kind: "plain", pages: 1 });
  });
});

describe("refuses as active", () => {
  it.each([
    ["a script at opening", pdf(action(script))],
    ...["GoToR", "GoToE", "URI", "Movie", "Sound", "Thread", "Hide", "Trans"].flatMap((kind): [string, Buffer][] => [
      [`${kind} at opening`, pdf(action(`<< /S /${kind} /F (b.pdf) /URI (https://x.example) >>`))],
      [`${kind} at opening, written there`, pdf({ catalog: `/OpenAction << /S /${kind} /URI (https://x.example) >>` })],
    ]),
    ["an address after a jump", pdf(action("<< /S /GoTo /D [3 0 R /Fit] /Next [11 0 R] >>", { 11: ADDRESS }))],
    [
      "an address in a compressed stream",
      pdf({ catalog: "/OpenAction 21 0 R", objects: { 20: objectStream(ADDRESS) } }),
    ],
    ["an address when a page is turned to", pdf({ page: "/AA 10 0 R", objects: { 10: `<< /O ${ADDRESS} >>` } })],
    ["an address beside a jump of the same name", pdf(action("<< /S /URI /S /GoTo /URI (https://x.example) >>"))],
    ["an address behind a second opening", pdf({ catalog: `/OpenAction ${ADDRESS} /OpenAction [3 0 R /Fit]` })],
    ["an address that says it is a font", pdf({ catalog: `/OpenAction ${ADDRESS.replace("<<", "<< /Type /Font")}` })],
    [
      "a font whose older revision is an address",
      Buffer.concat([
        pdf({ ...fontNamed("OpenAction"), objects: { 5: ADDRESS } }),
        Buffer.from(`5 0 obj\n${FONT}\nendobj\n%%EOF\n`),
      ]),
    ],
    ["an opening that nobody can find", pdf({ catalog: "/OpenAction 99 0 R" })],
    [
      "an older revision's address",
      Buffer.concat([pdf(action(ADDRESS)), Buffer.from("10 0 obj\nnull\nendobj\n%%EOF\n")]),
    ],
    ["actions in a circle", pdf(action("<< /S /GoTo /D (a) /Next 10 0 R >>"))],
    ["a script under an escaped name", pdf(action("<< /S /Java#53cript /JS (1) >>"))],
    [
      "a script behind a link that does not lead there first",
      pdf(link(`<< /S /GoTo /D [3 0 R /Fit] /Next ${script} >>`)),
    ],
    ["a script of a rendition", pdf(action("<< /S /Rendition /OP 0 /JS (1) >>"))],
    ["a program to start", pdf(link("<< /S /Launch /F (cmd.exe) >>"))],
    ["a form that is sent", pdf(action("<< /S /SubmitForm /F (https://x.example) >>"))],
    ["data from a file", pdf(action("<< /S /ImportData /F (x.fdf) >>"))],
    [
      "rich media",
      pdf({ page: "/Annots [10 0 R]", objects: { 10: "<< /Type /Annot /Subtype /RichMedia /Rect [0 0 9 9] >>" } }),
    ],
    [
      "a file inside",
      pdf({
        catalog: "/Names << /EmbeddedFiles << /Names [(a) 10 0 R] >> >>",
        objects: { 10: "<< /Type /Filespec /F (a) /EF << /F 11 0 R >> >>" },
      }),
    ],
    ["an XFA form", pdf({ catalog: "/AcroForm << /Fields [] /XFA [(x) 10 0 R] >>" })],
    ["a script in a compressed stream", pdf({ catalog: "/OpenAction 21 0 R", objects: hidden() })],
    ["the same under an owner's password (RC4)", rc4Pdf({ catalog: "/OpenAction 21 0 R", objects: hidden })],
    ["the same under an owner's password (AES)", aesPdf(6, { catalog: "/OpenAction 21 0 R", objects: hidden })],
    [
      "an older revision's script",
      Buffer.concat([pdf({ objects: { 10: script } }), Buffer.from("10 0 obj\nnull\nendobj\n")]),
    ],
  ])("%s", async (_what, bytes) => {
    expect(await inspect(bytes)).toEqual({ kind: "active" });
  });
});

it.each([
  ["an archive", Buffer.from("PK\u0003\u0004 and so on")],
  ["a page", Buffer.from("<html>")],
  ["an archive that ends as a PDF does", Buffer.from("PK\u0003\u0004\n%%EOF\n")],
  ["one letter", Buffer.from("x")],
])("refuses %s behind a file's end", async (_what, more) => {
  expect(await inspect(Buffer.concat([pdf(), more]))).toEqual({ kind: "trailing" });
});

it("reports a file that needs a password to open", async () => {
  expect(await inspect(rc4Pdf({ userPassword: "secret" }))).toEqual({ kind: "encrypted" });
});

it.each([
  ["noise", Buffer.from("%PDF-1.7 nothing of the kind")],
  ["half a file", plainPdf("Arrival card").subarray(0, 60)],
  [
    "compressed objects that can't be read",
    pdf({ objects: { 20: objectStream("null").replace("FlateDecode", "LZWDecode") } }),
  ],
])("calls %s broken", async (_what, bytes) => {
  expect(await inspect(bytes)).toEqual({ kind: "broken" });
});

it("reports a file that takes too much time or memory as broken", async () => {
  expect(await createPdfInspector({ timeLimitMs: 1 })(plainPdf("x"))).toEqual({ kind: "broken" });
  expect(await createPdfInspector({ memoryLimitMb: 8 })(plainPdf("x"))).toEqual({ kind: "broken" });
});

describe("reads the text", () => {
  const textOf = async (bytes: Buffer, read = inspect) => {
    const findings = await read(bytes);
    if (findings.kind !== "plain") throw new Error(findings.kind);
    return findings.text;
  };

  it.each([
    ["a line", plainPdf("Arrival card (1)"), "Arrival card (1)"],
    ["letters apart", textPdf("BT /F1 9 Tf 20 Tc 9 9 Td (JOHN) Tj ET"), "J O H N"],
    ["lines", textPdf("BT /F1 9 Tf 9 90 Td (FERNAN) Tj 0 -20 Td (DO) Tj ET"), "FERNAN\nDO"],
    ["nothing beside the page", textPdf("BT /F1 9 Tf 200 9 Td (hidden) Tj ET"), ""],
    ["nothing in a scanned page", textPdf("0 0 9 9 re f"), ""],
  ])("%s", async (_what, bytes, text) => {
    expect((await textOf(bytes)).trim()).toBe(text);
  });

  it("of form fields, but not of hidden ones", async () => {
    const field = (id: number, value: string, flags: number) =>
      `<< /Type /Annot /Subtype /Widget /FT /Tx /T (f${id}) /V (${value}) /F ${flags} /Rect [0 0 9 9] >>`;
    const form = pdf({
      catalog: "/AcroForm << /Fields [10 0 R 11 0 R] >>",
      page: "/Annots [10 0 R 11 0 R]",
      objects: { 10: field(10, "N1234567", 4), 11: field(11, "hidden", 2) },
    });
    expect(await textOf(form)).toBe("N1234567\n");
  });

  it("in Chinese with a predefined character map", async () => {
    const descendant = "<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Song /CIDSystemInfo 12 0 R /DW 1000 >>";
    const objects = {
      10: "<< /Type /Font /Subtype /Type0 /BaseFont /Song /Encoding /UniGB-UCS2-H /DescendantFonts [11 0 R] >>",
      11: descendant,
      12: "<< /Registry (Adobe) /Ordering (GB1) /Supplement 2 >>",
    };
    const bytes = textPdf("BT /F2 9 Tf 9 9 Td <738b4f1f> Tj ET", { fonts: "/F2 10 0 R", objects });
    expect((await textOf(bytes)).trim()).toBe("王伟");
  });

  it("of the first five pages, up to the limit of characters", async () => {
    const many = await textOf(pagesPdf(7, (page) => `BT /F1 9 Tf 9 9 Td (page ${page}) Tj ET`));
    expect(many.trim().split("\n")).toEqual([1, 2, 3, 4, 5].map((page) => `page ${page}`));
    const long = await textOf(textPdf(`BT /F1 9 Tf 9 9 Td ${"1 0 0 1 9 9 Tm (abcdefghij) Tj ".repeat(20_000)} ET`));
    expect(long).toHaveLength(MAX_TEXT);
  });

  it("of a small file that expands into gigabytes only up to the limits, and still reports it as plain", {
    tags: "long",
  }, async () => {
    const line = Buffer.from("BT /F1 9 Tf 9 9 Td (arrival) Tj ET\n");
    const bomb = packedPdf(Buffer.alloc(line.length * 1_500_000, line));
    expect(bomb.length).toBeLessThan(400_000);
    const findings = await inspect(bomb);
    expect(findings).toMatchObject({ kind: "plain", pages: 1 });
    expect(findings.kind === "plain" ? findings.text.length : -1).toBeLessThanOrEqual(MAX_TEXT);
  });

  it("only within the time limit, however much is drawn without text, and still reports it as plain", {
    tags: "long",
  }, async () => {
    const busy = packedPdf(Buffer.from("q 1 0 0 1 0 0 cm BT /F1 9 Tf ET Q\n".repeat(1_000_000)));
    const started = performance.now();
    expect(await createPdfInspector({ textLimitMs: 50 })(busy)).toMatchObject({ kind: "plain", pages: 1, text: "" });
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});

describe("a plain PDF of another writer", () => {
  const stream = (content: string | Buffer, dict = "") =>
    `<< /Length ${content.length} ${dict} >>\nstream\n${typeof content === "string" ? content : content.toString("latin1")}\nendstream`;
  const withFonts = (fonts: string, objects: Record<number, string> = {}) =>
    pdf({ page: `/Resources << /Font << ${fonts} >> >>`, objects: { 10: FONT, ...objects } });
  const up = (text: string, columns: number) => {
    const rows = Buffer.from(text.padEnd(Math.ceil(text.length / columns) * columns), "latin1");
    const made: number[] = [];
    for (let at = 0; at < rows.length; at += 1) {
      if (at % columns === 0) made.push(2);
      made.push(((rows[at] ?? 0) - (rows[at - columns] ?? 0) + 256) % 256);
    }
    return Buffer.from(made);
  };
  const packed = (data: Buffer, dict: string, first: number) =>
    stream(deflateSync(data), `/Type /ObjStm /N 1 /First ${first} /Filter /FlateDecode ${dict}`);
  const catalog = "21 0 << /Producer (Writer) >>";
  const predicted = "/DecodeParms << /Predictor 12 /Columns 5 >>";

  it.each([
    ["a character map that ends with the mark of a file's end", pdf({ objects: { 10: stream("end\n%%EOF") } })],
    ["a stream with that mark in it", pdf({ objects: { 10: stream("%!PS\n%%EOF\nmore of it\n%%EOF\n") } })],
    [
      "the mark behind the offset",
      Buffer.from(pdf().toString("latin1").replace("%%EOF", "startxref\n9 %%EOF"), "latin1"),
    ],
    ["fonts named as a file's parts", withFonts("/F 10 0 R /EF 10 0 R /UF 10 0 R")],
    ["fonts named as actions", withFonts("/JavaScript 10 0 R /XFA 10 0 R /Launch 10 0 R /JS 10 0 R /Rendition 10 0 R")],
    ["a font that says its name", withFonts("/XFA 11 0 R", { 11: FONT.replace("/BaseFont", "/Name /XFA /BaseFont") })],
    ["a font written where it is used", withFonts(`/EmbeddedFiles ${FONT}`)],
    [
      "an object stream without parameters",
      pdf({ objects: { 20: packed(Buffer.from(catalog), "/DecodeParms null", 5) } }),
    ],
    [
      "an object stream with an empty list",
      pdf({ objects: { 20: packed(Buffer.from(catalog), "/DecodeParms [null]", 5) } }),
    ],
    ["an object stream with a predictor", pdf({ objects: { 20: packed(up(catalog, 5), predicted, 5) } })],
    [
      "an object stream whose parameters stand elsewhere",
      pdf({
        objects: {
          20: packed(up(catalog, 5), "/DecodeParms 22 0 R", 5),
          22: "<< /Predictor 12 /Columns 5 >>",
        },
      }),
    ],
  ])("is accepted with %s", async (_what, bytes) => {
    expect(await inspect(bytes)).toMatchObject({ kind: "plain" });
  });

  const script = "21 0 << /S /JavaScript /JS (app.alert(1)) >>";
  it.each([
    [
      "a script behind a predictor",
      pdf({ catalog: "/OpenAction 21 0 R", objects: { 20: packed(up(script, 5), predicted, 5) } }),
    ],
    [
      "scripts by name that say they are a font",
      pdf({ catalog: "/Names << /JavaScript << /Type /Font /Names [(a) 10 0 R] >> >>" }),
    ],
    [
      "a form that says it is a font",
      pdf({ catalog: "/AcroForm << /Fields [] /XFA 10 0 R >>", objects: { 10: stream("<xdp/>", "/Type /Font") } }),
    ],
    [
      "a file that says it is a font",
      pdf({
        catalog: "/Names 12 0 R",
        objects: { 10: "<< /F (a) /EF 11 0 R >>", 11: "<< /Type /Font /F 13 0 R >>", 12: "<< >>", 13: stream("x") },
      }),
    ],
    [
      "a font in one revision and a tree of scripts in another",
      Buffer.concat([
        withFonts("/JavaScript 10 0 R"),
        Buffer.from("10 0 obj\n<< /Names [(a) 11 0 R] >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n"),
      ]),
    ],
    ["a name that stands alone", pdf({ objects: { 10: "/JavaScript" } })],
    ["a label and an action in one object", pdf({ objects: { 10: "<< /Name /Launch /S /Launch >>" } })],
    ["a key without a value", pdf({ objects: { 10: "<< /XFA >>" } })],
    ["a key whose object is missing", withFonts("/XFA 99 0 R")],
  ])("is refused with %s", async (_what, bytes) => {
    expect(await inspect(bytes)).toEqual({ kind: "active" });
  });

  it("hides nothing behind its end, whatever stands before it", async () => {
    const opened = pdf({ objects: { 10: "(>>\nstream\n)" } });
    expect(await inspect(Buffer.concat([opened, Buffer.from("PK\u0003\u0004")]))).toEqual({ kind: "trailing" });
    expect(await inspect(Buffer.concat([pdf(), Buffer.from(">>stream\nx\nendstream")]))).toEqual({ kind: "trailing" });
  });
});
