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
  it("needs nothing on the embedded default, and is then a demo on loopback", () => {
    expect(loadConfig({})).toMatchObject({
      host: "127.0.0.1",
      port: 3000,
      isDemo: true,
      databaseUrl: null,
      isHttps: false,
    });
  });

  it("counts an empty variable as absent", () => {
    expect(loadConfig({ PORT: "", DATABASE_URL: "" })).toMatchObject({ port: 3000, databaseUrl: null });
  });

  it("is no demo with a database of its own, nor in production, unless told", () => {
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
    ["an address for links", { ...OWN_DATABASE, HOST: "0.0.0.0" }, /PUBLIC_URL is required/],
    ["proxies that are not everybody", { TRUSTED_PROXIES: "10.0.0.0/8, 0.0.0.0/0" }, /must not trust everybody/],
    ["the root of a host", { PUBLIC_URL: "https://desk.example/app" }, /must not have a path/],
  ])("asks for %s", (_name, environment: Record<string, string>, message) => {
    expect(problemsOf(environment).join("\n")).toMatch(message);
  });

  it("leads the public links to the configured website, and takes no address that is none", () => {
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

  it("marks cookies as secure only where people come by https", () => {
    expect(loadConfig({ PUBLIC_URL: "https://desk.example/" })).toMatchObject({
      isHttps: true,
      publicUrl: "https://desk.example",
    });
    expect(loadConfig({ PUBLIC_URL: "http://desk.example" }).isHttps).toBe(false);
  });

  it("reads where files lie, and never repeats a secret that is mistyped", () => {
    expect(loadConfig({}).storage).toBeNull();
    expect(loadConfig({ STORAGE_URL: "s3://KEY:a%2Fb@s3.eu-west-1.amazonaws.com/cards" }).storage).toMatchObject({
      bucket: "cards",
      region: "eu-west-1",
      credentials: { secretAccessKey: "a/b" },
    });
    const problems = problemsOf({ STORAGE_URL: "s3://KEY:hush/hush@s3.eu-west-1.amazonaws.com/cards" });
    expect(problems).toEqual([expect.stringMatching(/^STORAGE_URL must be s3:/)]);
    expect(problems.join()).not.toMatch(/hush/);
  });
});
