import { describe, expect, it } from "vitest";
import { ConfigError, loadConfig } from "./config.ts";

const OWN_DATABASE = {
  DATABASE_URL: "postgres://desk@db.example/desk",
  SESSION_SECRET: "x".repeat(32),
  INTAKE_API_KEY: "an intake key of length",
};

function problemsOf(environment: Record<string, string>): string[] {
  try {
    loadConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe("the configuration", () => {
  it("needs no variables; the default is a demo with an embedded database on loopback", () => {
    expect(loadConfig({})).toMatchObject({
      host: "127.0.0.1",
      port: 3000,
      isDemo: true,
      databaseUrl: null,
      isHttps: false,
    });
  });

  it("takes roles that need a second factor, and with =passkey no other one", () => {
    const { secondFactorRoles, passkeyRoles } = loadConfig({ SECOND_FACTOR_ROLES: "Admin=passkey, Manager" });
    expect([secondFactorRoles, passkeyRoles]).toEqual([["Admin", "Manager"], ["Admin"]]);
    for (const wrong of ["Admin=app", "Admin=passkey=passkey", "Boss", "Admin,Admin=passkey", "=passkey", "Admin="]) {
      expect(problemsOf({ SECOND_FACTOR_ROLES: wrong })).toEqual([
        expect.stringContaining("SECOND_FACTOR_ROLES must be roles, each once, with =passkey"),
      ]);
    }
  });

  it("refuses to ask for passkeys where there are none", () => {
    const at = (url: string, roles = "Admin=passkey") =>
      problemsOf({ ...OWN_DATABASE, SECOND_FACTOR_ROLES: roles, PUBLIC_URL: url });
    for (const url of ["https://192.0.2.1", "http://desk.example.com", "https://[2001:db8::1]"]) {
      expect(at(url)).toEqual([expect.stringContaining(`passkeys don't work at ${url}`)]);
      expect(at(url, "Admin")).toEqual([]);
    }
    for (const url of ["https://desk.example.com", "http://localhost:3000", "http://127.0.0.1:3000"]) {
      expect(at(url)).toEqual([]);
    }
  });

  it("treats an empty variable as not set", () => {
    expect(loadConfig({ PORT: "", DATABASE_URL: "" })).toMatchObject({ port: 3000, databaseUrl: null });
  });

  it("is not a demo with an external database or in production by default", () => {
    expect(loadConfig(OWN_DATABASE).isDemo).toBe(false);
    expect(loadConfig({ NODE_ENV: "production" }).isDemo).toBe(false);
    expect(loadConfig({ ...OWN_DATABASE, DEMO: "1" }).isDemo).toBe(true);
  });

  it("names every problem at once", () => {
    const problems = problemsOf({ PORT: "high", METRICS_TOKEN: "short", TRUSTED_PROXIES: "everyone" });
    expect(problems.map((problem) => problem.split(" ")[0]?.split(".")[0])).toEqual([
      "PORT",
      "METRICS_TOKEN",
      "TRUSTED_PROXIES",
    ]);
  });

  it.each([
    [
      "a secret with a database of one's own",
      { DATABASE_URL: OWN_DATABASE.DATABASE_URL },
      /SESSION_SECRET is required/,
    ],
    ["both halves of the first Admin", { ADMIN_EMAIL: "a@desk.example" }, /belong together/],
    ["loopback for a demo", { HOST: "0.0.0.0", PUBLIC_URL: "https://desk.example" }, /demo data on a HOST other/],
    [
      "no demo where others come",
      { PUBLIC_URL: "https://desk.example", DEMO: "1" },
      /PUBLIC_URL that others can reach/,
    ],
    ["secrets that are all long", { SESSION_SECRET: `${"x".repeat(32)},short` }, /at least 32 characters/],
    ["a contact that can be reached", { SECURITY_CONTACT: "somebody" }, /an e-mail address or an https address/],
    ["an address for answers", { SUPPORT_EMAIL: "help@desk" }, /SUPPORT_EMAIL must be an e-mail address/],
    ["a time to stop a message", { MAIL_UNDO_SECONDS: "601" }, /MAIL_UNDO_SECONDS/],
    ["an address for links", { ...OWN_DATABASE, HOST: "0.0.0.0" }, /PUBLIC_URL is required/],
    ["proxies that are not everybody", { TRUSTED_PROXIES: "10.0.0.0/8, 0.0.0.0/0" }, /must not trust everybody/],
    ["the root of a host", { PUBLIC_URL: "https://desk.example/app" }, /must not have a path/],
  ])("reports %s", (_name, environment: Record<string, string>, message) => {
    expect(problemsOf(environment).join("\n")).toMatch(message);
  });

  it("points public links to the configured website and refuses an invalid address @1-020", () => {
    expect(loadConfig({ SITE_URL: "https://cards.example" }).links).toEqual({
      home: "https://cards.example/",
      applyNow: "https://cards.example/apply-now",
      additionalBenefits: "https://cards.example/additional-benefits",
      terms: "https://cards.example/terms-and-conditions",
      privacy: "https://cards.example/privacy-policy",
      refund: "https://cards.example/refund-policy",
      contact: "https://cards.example/contact-us",
    });
    expect(problemsOf({ SITE_URL: "javascript:alert(1)" })).toHaveLength(1);
  });

  it("accepts a demo on loopback and several secrets", () => {
    for (const PUBLIC_URL of ["http://localhost:3000", "http://127.0.0.1:3000", "http://[::1]:3000"]) {
      expect(loadConfig({ PUBLIC_URL }).isDemo).toBe(true);
    }
    const secrets = ["x".repeat(32), "y".repeat(40)];
    expect(loadConfig({ SESSION_SECRET: secrets.join(", ") }).sessionSecrets).toEqual(secrets);
  });

  it("marks cookies as secure only if the public address is https", () => {
    expect(loadConfig({ DEMO: "0", PUBLIC_URL: "https://desk.example/" })).toMatchObject({
      isHttps: true,
      publicUrl: "https://desk.example",
    });
    expect(loadConfig({ DEMO: "0", PUBLIC_URL: "http://desk.example" }).isHttps).toBe(false);
  });

  it("sends mails in the service's name unless the sender has a display name", () => {
    expect(loadConfig({}).mailFrom).toBe('"Sri Lanka Arrival Card" <no-reply@localhost>');
    const own = { SERVICE_NAME: 'Cards "and" more', MAIL_FROM: "desk@cards.example" };
    expect(loadConfig(own).mailFrom).toBe('"Cards and more" <desk@cards.example>');
    expect(loadConfig({ MAIL_FROM: "Desk <desk@cards.example>" }).mailFrom).toBe("Desk <desk@cards.example>");
  });

  it("reads where files are stored, and never prints an invalid secret", () => {
    expect(loadConfig({}).storage).toBeNull();
    expect(loadConfig({ STORAGE_URL: "s3://KEY:a%2Fb@s3.eu-west-1.amazonaws.com/cards" }).storage).toMatchObject({
      bucket: "cards",
      region: "eu-west-1",
      credentials: { secretAccessKey: "a/b" },
    });
    const problems = problemsOf({
      STORAGE_URL: "s3://KEY:sample-secret/sample-secret@s3.eu-west-1.amazonaws.com/cards",
    });
    expect(problems).toEqual([expect.stringMatching(/^STORAGE_URL must be s3:/)]);
    expect(problems.join()).not.toMatch(/sample-secret/);
  });
});
