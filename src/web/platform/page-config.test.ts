import { expect, it } from "vitest";
import { SITE_LINKS } from "#contract/page-config.ts";
import { parsePageConfig } from "./page-config.ts";

it("reads what the server wrote", () => {
  const links = Object.fromEntries(SITE_LINKS.map(([key]) => [key, `https://example.com/${key}`]));
  const config = {
    serviceName: "Sri Lanka Arrival Card",
    links,
    mailIsWrittenToFiles: true,
    preferredMailProvider: "Sendgrid",
  };
  expect(parsePageConfig(JSON.stringify(config))).toEqual(config);
});

it.each([[null], [""], ["__PAGE_CONFIG__"]])("takes %s for a page that nobody served", (content) => {
  expect(parsePageConfig(content)).toMatchObject({ serviceName: "Arrival Desk", mailIsWrittenToFiles: false });
});

it("refuses a configuration of another shape", () => {
  expect(() => parsePageConfig('{"serviceName":1}')).toThrow();
});
