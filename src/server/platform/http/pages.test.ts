import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { type IncomingMessage, request } from "node:http";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestProgram, type TestProgram } from "#test/support/test-program.ts";
import { makeWebRoot } from "#test/support/web-root.ts";

const NAME = "Isle & <Arrival> Card";
const ESCAPED = "Isle &amp; &lt;Arrival&gt; Card";
/** The build's files, each recognisable. */
const TEXT = "export const list = [1, 2, 3];\n".repeat(1000);
const SCRIPT = { "": TEXT, ".br": brotliCompressSync(TEXT), ".gz": gzipSync(TEXT, { level: 9 }) };
let program: TestProgram;

beforeAll(async () => {
  const webRoot = await makeWebRoot();
  for (const page of ["index", "visitor"]) {
    // The renderer in this folder appends its data; the real one is tested beside `src/web/visitor-server.tsx`.
    const html = `<meta name="page-config" content="__PAGE_CONFIG__"><title>__SERVICE_NAME__</title><p>${page}</p>`;
    await writeFile(path.join(webRoot, `${page}.html`), html);
  }
  await writeFile(path.join(webRoot, "assets/mark-Ab_1.svg"), "<svg/>");
  for (const [end, content] of Object.entries(SCRIPT)) {
    await writeFile(path.join(webRoot, `assets/long-Ab_1.js${end}`), content);
  }
  const environment = {
    SECURITY_CONTACT: "security@cards.example",
    SERVICE_NAME: NAME,
    SITE_URL: "https://cards.example",
  };
  program = await startTestProgram({ webRoot, environment });
});
afterAll(() => program.stop());

const page = async (address: string) => await (await fetch(program.address + address)).text();

describe("the pages", () => {
  it.each(["/", "/admin", "/admin/", "/admin/recent-order", "/admin/view-order/MjAwMDAy", "/admin/nowhere"])(
    "%s is the console @1-001 @2-001 @2-002",
    async (address) => {
      expect(await page(address)).toContain("<p>index</p>");
    },
  );

  it.each(["/track-order", "/track-order/MjAwMDAy", "/get-new-order-details/MjAwMDAy"])(
    "%s is the visitor area @1-001 @2-003 @2-150",
    async (address) => {
      expect(await page(address)).toContain("<p>visitor</p>");
    },
  );

  it.each(["/nowhere", "/administer", "/.env", "/.git/config", "/index.html", "/wp-login.php", "/backup.zip"])(
    "%s is not found, and says so to people too",
    async (address) => {
      const response = await fetch(program.address + address);
      expect([response.status, response.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
      expect(await response.text()).toContain("<p>visitor</p>");
    },
  );

  it("are excluded from search engines and name the contact for vulnerabilities", async () => {
    const robots = await fetch(`${program.address}/robots.txt`);
    expect([robots.headers.get("content-type"), await robots.text()]).toEqual([
      "text/plain; charset=utf-8",
      "User-agent: *\nDisallow: /\n",
    ]);
    const security = await fetch(`${program.address}/.well-known/security.txt`);
    expect(security.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    const [contact, expires] = (await security.text()).split("\n");
    expect(contact).toBe("Contact: mailto:security@cards.example");
    const until = Date.parse(expires?.replace("Expires: ", "") ?? "");
    expect(until).toBeGreaterThan(Date.now());
    expect(until).toBeLessThan(Date.now() + 365 * 86_400_000);
  });

  it.each(["/favicon.ico", "/favicon.svg"])("%s is the logo", async (address) => {
    const response = await fetch(program.address + address);
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/svg+xml"]);
    expect(await response.text()).toBe("<svg/>");
  });

  it("have the configured name and links, as text @1-023", async () => {
    const html = await page("/");
    expect(html).toContain(`<title>${ESCAPED}</title>`);
    expect(html).toContain("https://cards.example/terms-and-conditions");
    expect(html).not.toContain("<Arrival>");
  });

  it("tell visitors nothing of the installation but its name, its links and where it reads mail", async () => {
    const text = await page("/track-order");
    expect(Object.keys(JSON.parse(text.slice(text.indexOf("{"))))).toEqual([
      "serviceName",
      "links",
      "supportEmail",
      "path",
      "language",
    ]);
  });

  it("have scripts as the build compressed them, once, which browsers ask for again with their tag", async () => {
    const script = async (headers: Record<string, string>) => {
      const asked = request(`${program.address}/assets/long-Ab_1.js`, { headers }).end();
      const [answer] = (await once(asked, "response")) as [IncomingMessage];
      return { status: answer.statusCode, headers: answer.headers, bytes: await buffer(answer) };
    };
    const tags = new Set<string | undefined>();
    for (const [accepted, encoding, end] of [
      ["gzip, deflate, br, zstd", "br", ".br"],
      ["gzip", "gzip", ".gz"],
      ["zstd", undefined, ""],
      ["identity", undefined, ""],
    ] as const) {
      const { status, headers, bytes } = await script({ "accept-encoding": accepted });
      expect([status, headers["content-encoding"], headers.vary]).toEqual([200, encoding, "accept-encoding"]);
      expect(headers["content-length"]).toBe(String(SCRIPT[end].length));
      expect(bytes.equals(Buffer.from(SCRIPT[end]))).toBe(true);
      const { etag = "" } = headers;
      tags.add(etag);
      const again = await script({ "accept-encoding": accepted, "if-none-match": etag });
      expect([again.status, again.headers.etag, again.bytes.length]).toEqual([304, etag, 0]);
    }
    expect(tags.size).toBe(3);
    const part = await script({ "accept-encoding": "zstd", range: "bytes=7-11" });
    expect([part.status, part.headers["content-range"], part.bytes.toString()]).toEqual([
      206,
      `bytes 7-11/${TEXT.length}`,
      "const",
    ]);
  });

  it.each(["/api/nowhere", "/uploads/nowhere", "/assets/nowhere"])("%s is not found", async (address) => {
    expect((await fetch(program.address + address)).status).toBe(404);
  });
});
