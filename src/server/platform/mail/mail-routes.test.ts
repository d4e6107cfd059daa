import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { createMailRoutes } from "./mail-routes.ts";

it("with a server, mails that were written before there was one are still found and forgotten", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "mail-files-"));
  await writeFile(path.join(folder, "7-a.eml"), "x");
  const [{ transport }] = createMailRoutes({ smtpUrl: "smtp://localhost:1", folder })("AWS");
  expect([transport.name, await transport.kept?.()]).toEqual(["smtp", [7]]);
  await transport.forget?.([7]);
  expect(await readdir(folder)).toEqual([]);
  await rm(folder, { recursive: true });
});
