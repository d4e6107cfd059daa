import { writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestProgram, type TestProgram } from "#test/support/test-program.ts";
import { makeWebRoot } from "#test/support/web-root.ts";

const NAME = "Isle & <Arrival> Card";
const ESCAPED = "Isle &amp; &lt;Arrival&gt; Card";
let program: TestProgram;

beforeAll(async () => {
  const webRoot = await makeWebRoot();
  for (const page of ["index", "visitor"]) {
    const html = `<meta name="page-config" content="__PAGE_CONFIG__"><title>__SERVICE_NAME__</title><p>${page}</p>`;
    await writeFile(path.join(webRoot, `${page}.html`), html);
  }
  const environment = { SERVICE_NAME: NAME, SITE_URL: "https://cards.example" };
  program = await startTestProgram({ webRoot, environment });
});
afterAll(() => program.stop());

const page = async (address: string) => await (await fetch(program.address + address)).text();

describe("the pages", () => {
  it.each(["/", "/admin", "/admin/", "/admin/recent-order", "/admin/view-order/MjAwMDAy", "/admin/nowhere"])(
    "%s is the console",
    async (address) => {
      expect(await page(address)).toContain("<p>index</p>");
    },
  );

  it.each(["/track-order", "/track-order/MjAwMDAy", "/get-new-order-details/MjAwMDAy", "/administer", "/nowhere"])(
    "%s is the visitor area",
    async (address) => {
      expect(await page(address)).toContain("<p>visitor</p>");
    },
  );

  it("bear the configured name and links, as text", async () => {
    for (const address of ["/", "/track-order"]) {
      const html = await page(address);
      expect(html).toContain(`<title>${ESCAPED}</title>`);
      expect(html).toContain("https://cards.example/terms-and-conditions");
      expect(html).not.toContain("<Arrival>");
    }
  });

  it.each(["/api/nowhere", "/uploads/nowhere", "/assets/nowhere"])("%s is none", async (address) => {
    expect((await fetch(program.address + address)).status).toBe(404);
  });
});
