import { createPublicKey } from "node:crypto";
import * as z from "zod";
import { SITE_LINKS, type SiteLink } from "#contract/page-config.ts";
import { parseDatabaseUrl } from "./platform/db/database-url.ts";
import { parseS3Url } from "./platform/files/s3-location.ts";

const port = z.coerce.number().int().min(0).max(65535);
const list = z
  .string()
  .transform((text) => text.split(",").map((part) => part.trim()))
  .transform((parts) => parts.filter((part) => part !== ""));
const flag = z.enum(["0", "1"]).transform((text) => text === "1");
const secret = z.string().min(32, "must have at least 32 characters");
const cidr = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], { error: "must be IP addresses or CIDR ranges" });
/** Checked here and kept as it was written: pg and libpq's tools read it again. */
const databaseUrl = z.string().superRefine((text, context) => {
  try {
    parseDatabaseUrl(text);
  } catch (error) {
    context.addIssue({ code: "custom", message: error instanceof Error ? error.message : "can't be read" });
  }
});
const storage = z.string().transform((text, context) => {
  try {
    return parseS3Url(text);
  } catch (error) {
    context.addIssue({ code: "custom", message: error instanceof Error ? error.message : "can't be read" });
    return z.NEVER;
  }
});

const SITE = "https://example.com";
const SITE_PATHS: Record<SiteLink, string> = {
  home: "/",
  applyNow: "/apply-now",
  additionalBenefits: "/additional-benefits",
  terms: "/terms-and-conditions",
  privacy: "/privacy-policy",
  refund: "/refund-policy",
  contact: "/contact-us",
};

/** Every variable the program reads. An empty one counts as absent. */
const environmentSchema = z.object({
  NODE_ENV: z.string().optional(),
  HOST: z.string().default("127.0.0.1"),
  PORT: port.default(3000),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  DATA_DIR: z.string().default("./data"),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_READ_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_CONNECTIONS: z.coerce.number().int().min(2).max(1000).optional(),
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(300).default(0),
  SESSION_SECRET: secret.optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  AWS_REGION: z.string().min(1).optional(),
  AWS_ACCESS_KEY_ID: z.string().min(1).optional(),
  AWS_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  SES_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  SES_CONFIGURATION_SET: z.string().min(1).optional(),
  SES_TOPIC_ARN: z
    .string()
    .regex(/^arn:aws[a-z-]*:sns:/, "must be the ARN of an SNS topic")
    .optional(),
  SENDGRID_API_KEY: z.string().min(1).optional(),
  SENDGRID_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  SENDGRID_WEBHOOK_KEY: z
    .string()
    .refine(isPublicKey, "must be the verification key that SendGrid shows beside its signed event webhook")
    .optional(),
  STORAGE_URL: storage.optional(),
  COMPANY_NAME: z.string().min(1).max(200).default("Arrival Desk"),
  COMPANY_ADDRESS: z.string().min(1).max(500).optional(),
  COMPANY_TELEPHONE: z.string().min(1).max(50).optional(),
  COMPANY_TAX_ID: z.string().min(1).max(50).optional(),
  STATEMENT_DESCRIPTOR: z.string().min(1).max(50).optional(),
  TERMS_TEXT: z.string().min(1).max(4000).optional(),
  REFUND_POLICY_TEXT: z.string().min(1).max(4000).optional(),
  MAIL_FROM: z.string().min(3).default("Arrival Desk <no-reply@localhost>"),
  SERVICE_NAME: z.string().min(1).max(100).default("Sri Lanka Arrival Card"),
  SITE_URL: z.url({ protocol: /^https?$/ }).default(SITE),
  METRICS_TOKEN: z.string().min(16, "must have at least 16 characters").optional(),
  TRUSTED_PROXIES: list
    .pipe(z.array(cidr.refine((range) => !range.endsWith("/0"), "must not trust everybody")))
    .default([]),
  ADMIN_EMAIL: z.email().optional(),
  ADMIN_PASSWORD: z.string().min(6, "must have at least 6 characters").optional(),
  ADMIN_NAME: z.string().min(1).default("Admin"),
  INTAKE_API_KEY: list.pipe(z.array(z.string().min(16, "keys must have at least 16 characters"))).optional(),
  PAYMENT_GATEWAYS: list.pipe(z.array(z.string()).min(1)).default(["Stripe", "PayPal", "Checkout.com"]),
  FILING_WINDOW_DAYS: z.coerce.number().int().min(0).max(365).default(3),
  DEMO: flag.optional(),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
});
/** As SendGrid shows it: base64 of the DER form of a key on P-256. */
function isPublicKey(text: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(text, "base64"), format: "der", type: "spki" });
    return key.asymmetricKeyDetails?.namedCurve === "prime256v1";
  } catch {
    return false;
  }
}

type Environment = z.infer<typeof environmentSchema>;

export type Config = ReturnType<typeof toConfig>;

/** The configuration can't be used; `problems` says why, one line each. */
export class ConfigError extends Error {
  readonly problems: string[];

  constructor(problems: string[]) {
    super(`The configuration can't be used:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`);
    this.problems = problems;
  }
}

/**
 * The one reader of the environment.
 * @throws ConfigError with every problem at once
 */
export function loadConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = environmentSchema.safeParse(given);
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map(({ path, message }) => `${path.join(".")} ${message}`));
  }
  const problems = contradictions(parsed.data);
  if (problems.length > 0) throw new ConfigError(problems);
  return toConfig(parsed.data);
}

const LOOPBACK = new Set(["127.0.0.1", "::1", "localhost"]);

function isDemo(env: Environment): boolean {
  return env.DEMO ?? (env.DATABASE_URL === undefined && env.NODE_ENV !== "production");
}

function contradictions(env: Environment): string[] {
  const problems: string[] = [];
  const isEmbedded = env.DATABASE_URL === undefined;
  if (!isEmbedded && env.SESSION_SECRET === undefined) problems.push("SESSION_SECRET is required with DATABASE_URL");
  if (!isEmbedded && env.INTAKE_API_KEY === undefined) problems.push("INTAKE_API_KEY is required with DATABASE_URL");
  if (isEmbedded && env.DATABASE_READ_URL !== undefined) problems.push("DATABASE_READ_URL needs DATABASE_URL");
  if ((env.ADMIN_EMAIL === undefined) !== (env.ADMIN_PASSWORD === undefined)) {
    problems.push("ADMIN_EMAIL and ADMIN_PASSWORD belong together");
  }
  if ((env.AWS_ACCESS_KEY_ID === undefined) !== (env.AWS_SECRET_ACCESS_KEY === undefined)) {
    problems.push("AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY belong together");
  }
  for (const name of ["SES_ENDPOINT", "SES_CONFIGURATION_SET", "SES_TOPIC_ARN"] as const) {
    if (env[name] !== undefined && env.AWS_REGION === undefined) problems.push(`${name} needs AWS_REGION`);
  }
  for (const name of ["SENDGRID_ENDPOINT", "SENDGRID_WEBHOOK_KEY"] as const) {
    if (env[name] !== undefined && env.SENDGRID_API_KEY === undefined) problems.push(`${name} needs SENDGRID_API_KEY`);
  }
  if (env.PUBLIC_URL !== undefined && new URL(env.PUBLIC_URL).pathname !== "/") {
    problems.push("PUBLIC_URL must not have a path: the program lives at the root of its host");
  }
  if (env.PUBLIC_URL === undefined && !LOOPBACK.has(env.HOST)) {
    problems.push("PUBLIC_URL is required with a HOST other than loopback: mails carry links to it");
  }
  if (isDemo(env) && !LOOPBACK.has(env.HOST)) {
    problems.push("demo data on a HOST other than loopback is refused: set DEMO=0");
  }
  return problems;
}

function toConfig(env: Environment) {
  const publicUrl = env.PUBLIC_URL?.replace(/\/+$/, "");
  const links = Object.fromEntries(
    SITE_LINKS.map(([key]) => [key, new URL(SITE_PATHS[key], env.SITE_URL).href]),
  ) as Record<SiteLink, string>;
  return {
    host: env.HOST,
    port: env.PORT,
    /** Where people reach the program; null until the listening port is known. */
    publicUrl: publicUrl ?? null,
    /** Cookies are marked Secure and HSTS is sent only when people come by https. */
    isHttps: publicUrl?.startsWith("https:") ?? false,
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL ?? null,
    /** A streaming replica of it. */
    databaseReadUrl: env.DATABASE_READ_URL ?? null,
    /** Of one process's pool; null: the usual number, or what fits. */
    databaseConnections: env.DATABASE_CONNECTIONS ?? null,
    /** So long a program that is told to stop says so before it takes no more requests. */
    drainMs: env.DRAIN_SECONDS * 1000,
    sessionSecret: env.SESSION_SECRET ?? null,
    smtpUrl: env.SMTP_URL ?? null,
    ses:
      env.AWS_REGION === undefined
        ? null
        : {
            region: env.AWS_REGION,
            /** Null leaves it to the SDK: the machine's own role. */
            credentials:
              env.AWS_ACCESS_KEY_ID !== undefined && env.AWS_SECRET_ACCESS_KEY !== undefined
                ? { accessKeyId: env.AWS_ACCESS_KEY_ID, secretAccessKey: env.AWS_SECRET_ACCESS_KEY }
                : null,
            endpoint: env.SES_ENDPOINT ?? null,
            configurationSet: env.SES_CONFIGURATION_SET ?? null,
            topicArn: env.SES_TOPIC_ARN ?? null,
          },
    sendgrid:
      env.SENDGRID_API_KEY === undefined
        ? null
        : {
            apiKey: env.SENDGRID_API_KEY,
            endpoint: env.SENDGRID_ENDPOINT ?? null,
            /** The public key of its signed event webhook. */
            webhookKey: env.SENDGRID_WEBHOOK_KEY ?? null,
          },
    /** Null: a folder of the data folder. */
    storage: env.STORAGE_URL ?? null,
    /** Who answers a dispute: printed in the defence packs, what is not given is left out. */
    company: {
      name: env.COMPANY_NAME,
      address: env.COMPANY_ADDRESS ?? null,
      telephone: env.COMPANY_TELEPHONE ?? null,
      taxId: env.COMPANY_TAX_ID ?? null,
      descriptor: env.STATEMENT_DESCRIPTOR ?? null,
      termsText: env.TERMS_TEXT ?? null,
      refundPolicyText: env.REFUND_POLICY_TEXT ?? null,
    },
    mailFrom: env.MAIL_FROM,
    serviceName: env.SERVICE_NAME,
    links,
    metricsToken: env.METRICS_TOKEN ?? null,
    trustedProxies: env.TRUSTED_PROXIES,
    firstAdmin:
      env.ADMIN_EMAIL !== undefined && env.ADMIN_PASSWORD !== undefined
        ? { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD, name: env.ADMIN_NAME }
        : null,
    intakeKeys: env.INTAKE_API_KEY ?? null,
    gatewayNames: env.PAYMENT_GATEWAYS,
    filingWindowDays: env.FILING_WINDOW_DAYS,
    isDemo: isDemo(env),
    logLevel: env.LOG_LEVEL,
  };
}
