import { expect, it } from "vitest";
import { rootWarning } from "./root-warning.ts";

it("a start as root says what keeps root's rights: not the embedded database, but nothing less with another one", () => {
  expect(rootWarning({ databaseUrl: null })).toMatch(/^Warning: started as root\. The database runs as .*postgres,/);
  const own = rootWarning({ databaseUrl: "postgres://arrival@db1/arrival" });
  expect(own).toMatch(/^Warning: started as root\. The program keeps all of root's rights\./);
  expect(own).not.toContain("postgres");
});
