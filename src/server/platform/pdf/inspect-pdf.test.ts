import { describe, expect, it } from "vitest";
import { aesPdf, objectStream, pdf, rc4Pdf } from "#test/support/pdf-files.ts";
import { plainPdf } from "#test/support/plain-pdf.ts";
import { createPdfInspector } from "./inspect-pdf.ts";

const inspect = createPdfInspector();
const action = (text: string) => ({ catalog: "/OpenAction 10 0 R", objects: { 10: text } });
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
    expect(await inspect(bytes)).toEqual({ kind: "plain", pages: 1 });
  });
});

describe("refuses as active", () => {
  it.each([
    ["a script at opening", pdf(action(script))],
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

it("says that a file needs a password to open", async () => {
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

it("gives a file up that takes too long or too much memory", async () => {
  expect(await createPdfInspector({ timeLimitMs: 1 })(plainPdf("x"))).toEqual({ kind: "broken" });
  expect(await createPdfInspector({ memoryLimitMb: 8 })(plainPdf("x"))).toEqual({ kind: "broken" });
});
