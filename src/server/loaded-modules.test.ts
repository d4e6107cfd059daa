import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const run = promisify(execFile);

/** Prints the names of all files and of Node's own modules that are loaded when the program's modules are imported. */
const LIST = `
  import { registerHooks } from "node:module";
  const files = [];
  registerHooks({ load: (url, context, next) => { files.push(url); return next(url, context); } });
  await import("#server/run.ts");
  await import("#server/services.ts");
  await import("#server/app.ts");
  console.log(JSON.stringify([...files, ...process.moduleLoadList]));
`;

it("loads no library at start that only mails, uploads, packs, buckets or reports of providers need", async () => {
  const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", LIST], { maxBuffer: 4_000_000 });
  const loaded = JSON.parse(stdout) as string[];
  // The program's own modules were listed.
  expect(loaded.filter((name) => name.includes("/src/server/")).length).toBeGreaterThan(200);
  const late = [
    "nodemailer/dist/esm/(?!addressparser)",
    "@aws-sdk/",
    "@sendgrid/",
    "sns-payload-validator/",
    "file-type/",
    "pdfkit/",
    "pdfjs-dist/",
    "@zxcvbn-ts/",
    "react-email",
    "i18n-iso-countries/langs/(?!en\\b)",
    // An import of node:http from a module loads it, with 10 MB.
    "internal/deps/undici",
  ].map((name) => new RegExp(name));
  expect(loaded.filter((name) => late.some((each) => each.test(name)))).toEqual([]);
});
