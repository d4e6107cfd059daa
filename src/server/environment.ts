import { createPublicKey } from "node:crypto";
import * as z from "zod";
import { PASSWORD_CEILING, PASSWORD_FLOOR } from "#contract/auth/auth.ts";
import { PRODUCT_NAME } from "#contract/page-config.ts";
import { ROLES, type Role } from "#contract/roles.ts";
import { isEmail } from "#contract/text.ts";
import { checkDatabaseUrl } from "./platform/db/database-url.ts";
import { parseS3Url } from "./platform/files/s3-location.ts";

const port = z.coerce.number().int().min(0).max(65535);
const list = z
  .string()
  .transform((text) => text.split(",").map((part) => part.trim()))
  .transform((parts) => parts.filter((part) => part !== ""));
const flag = z.enum(["0", "1"]).transform((text) => text === "1");
const secret = z.string().min(32, "must have at least 32 characters");
const cidr = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], { error: "must be IP addresses or CIDR ranges" });
/** Kept verbatim: pg parses it. */
const databaseUrl = z.string().superRefine((text, context) => {
  try {
    checkDatabaseUrl(text);
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

/** Every variable the program reads. An empty one counts as not set. */
export const environmentSchema = z.object({
  NODE_ENV: z.string().optional(),
  HOST: z.string().default("127.0.0.1"),
  PORT: port.default(3000),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  DATA_DIR: z.string().default("./data"),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_READ_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_CONNECTIONS: z.coerce.number().int().min(2).max(1000).default(20),
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(300).default(0),
  SESSION_SECRET: list.pipe(z.array(secret).min(1, "must have at least 32 characters")).optional(),
  FACTOR_KEY: list.pipe(z.array(secret).min(1, "must have at least 32 characters")).optional(),
  SECOND_FACTOR_ROLES: list.transform(parseFactorRoles).default([]),
  SECOND_FACTOR_GRACE_DAYS: z.coerce.number().int().min(0).max(365).default(14),
  SESSION_IDLE_MINUTES: z.coerce.number().int().min(5).max(720).default(480),
  REAUTH_MINUTES: z.coerce.number().int().min(1).max(720).default(15),
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
  COMPANY_NAME: z.string().min(1).max(200).default(PRODUCT_NAME),
  COMPANY_ADDRESS: z.string().min(1).max(500).optional(),
  COMPANY_TELEPHONE: z.string().min(1).max(50).optional(),
  COMPANY_TAX_ID: z.string().min(1).max(50).optional(),
  STATEMENT_DESCRIPTOR: z.string().min(1).max(50).optional(),
  TERMS_VERSION: z.string().min(1).max(200).optional(),
  TERMS_TEXT: z.string().min(1).max(4000).optional(),
  REFUND_POLICY_VERSION: z.string().min(1).max(200).optional(),
  REFUND_POLICY_TEXT: z.string().min(1).max(4000).optional(),
  MAIL_FROM: z.string().min(3).default("no-reply@localhost"),
  MAIL_UNDO_SECONDS: z.coerce.number().int().min(0).max(600).default(15),
  SUPPORT_EMAIL: z.string().refine(isEmail, "must be an e-mail address").optional(),
  SERVICE_NAME: z.string().min(1).max(100).default("Sri Lanka Arrival Card"),
  SITE_URL: z.url({ protocol: /^https?$/ }).default("https://example.com"),
  SECURITY_CONTACT: z
    .string()
    .transform((text) => (text.includes("@") && !text.includes(":") ? `mailto:${text}` : text))
    .pipe(z.url({ protocol: /^(https|mailto)$/, error: "must be an e-mail address or an https address" }))
    .optional(),
  METRICS_TOKEN: z.string().min(16, "must have at least 16 characters").optional(),
  TRUSTED_PROXIES: list
    .pipe(z.array(cidr.refine((range) => !range.endsWith("/0"), "must not trust everybody")))
    .default([]),
  ADMIN_EMAIL: z.email().optional(),
  ADMIN_PASSWORD: z.string().optional(),
  PASSWORD_MIN: z.string().default(String(PASSWORD_FLOOR)).transform(parsePasswordMin),
  FIRST_PASSWORD_DAYS: z.coerce.number().int().min(0).max(365).default(0),
  ADMIN_NAME: z.string().min(1).default("Admin"),
  INTAKE_API_KEY: list.pipe(z.array(z.string().min(16, "keys must have at least 16 characters"))).optional(),
  PAYMENT_GATEWAYS: list.pipe(z.array(z.string()).min(1)).default(["Stripe", "PayPal", "Checkout.com"]),
  FILING_WINDOW_DAYS: z.coerce.number().int().min(0).max(365).default(3),
  DEMO: flag.optional(),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
});
/** `6,Admin=12,Night Staff=8`: the minimum length for all roles, then those of single roles. */
function parsePasswordMin(text: string, context: z.RefinementCtx): Record<Role, number> {
  const min = Object.fromEntries(ROLES.map((role) => [role, PASSWORD_FLOOR])) as Record<Role, number>;
  for (const part of text.split(",").map((each) => each.trim())) {
    const [, name, digits] = /^(?:(.+?)\s*=\s*)?(\d{1,3})$/.exec(part) ?? [];
    const roles = name === undefined ? ROLES : ROLES.filter((role) => role === name);
    const length = Number(digits);
    if (roles.length === 0 || !(length >= PASSWORD_FLOOR && length <= PASSWORD_CEILING)) {
      const message = `must be a length from ${PASSWORD_FLOOR} to ${PASSWORD_CEILING}, by role if wanted: 6,Admin=12`;
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    }
    for (const role of roles) min[role] = length;
  }
  return min;
}

/** `Admin=passkey,Manager`: a role by itself takes any second factor. */
function parseFactorRoles(parts: readonly string[], context: z.RefinementCtx): { role: Role; isPasskey: boolean }[] {
  const rules = parts.map((part) => {
    const [name, kind] = part.split("=", 2).map((each) => each.trim());
    const role = ROLES.find((each) => each === name);
    const isKind = kind === undefined || (kind === "passkey" && part.split("=").length === 2);
    return role !== undefined && isKind ? { role, isPasskey: kind !== undefined } : null;
  });
  const found = rules.filter((rule) => rule !== null);
  if (found.length === parts.length && new Set(found.map(({ role }) => role)).size === parts.length) return found;
  const message = `must be roles, each once, with =passkey if nothing else is enough: Admin=passkey,Manager (of ${ROLES.join(", ")})`;
  context.addIssue({ code: "custom", message });
  return z.NEVER;
}

/** As SendGrid shows it: base64 of the DER encoding of a P-256 public key. */
function isPublicKey(text: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(text, "base64"), format: "der", type: "spki" });
    return key.asymmetricKeyDetails?.namedCurve === "prime256v1";
  } catch {
    return false;
  }
}

export const ENVIRONMENT_NAMES: readonly string[] = environmentSchema.keyof().options;
export type Environment = z.infer<typeof environmentSchema>;
