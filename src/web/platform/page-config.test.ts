import { expect, it } from "vitest";
import { SITE_LINKS } from "#contract/tracking/site-links.ts";
import { parsePageConfig } from "./page-config.ts";

it("reads what the server wrote", () => {
  const links = Object.fromEntries(SITE_LINKS.map(([key]) => [key, `https://example.com/${key}`]));
  const config = {
    serviceName: "Sri Lanka Arrival Card",
    links,
    mailIsWrittenToFiles: true,
    missingCompanyDetails: [],
    preferredMailProvider: "Sendgrid",
    passwordMin: { Admin: 12, Team: 6 },
    secondFactorRoles: ["Admin"],
    passkeyOrigin: "https://desk.example.com",
  };
  expect(parsePageConfig(JSON.stringify(config))).toEqual(config);
});

it.each([[null], [""], ["__PAGE_CONFIG__"]])("treats %s as a page that our server did not serve", (content) => {
  expect(parsePageConfig(content)).toMatchObject({ serviceName: "Arrival Desk", mailIsWrittenToFiles: false });
});

it("refuses a configuration of another shape", () => {
  expect(() => parsePageConfig('{"serviceName":1}')).toThrow();
});
