import { DAY_MS, MINUTE_MS } from "#contract/dates.ts";
import { SITE_LINKS, type SiteLink } from "#contract/tracking/site-links.ts";
import { type Environment, environmentSchema } from "./environment.ts";
import { relyingPartyOf } from "./platform/relying-party.ts";

const SITE_PATHS: Record<SiteLink, string> = {
  home: "/",
  applyNow: "/apply-now",
  additionalBenefits: "/additional-benefits",
  terms: "/terms-and-conditions",
  privacy: "/privacy-policy",
  refund: "/refund-policy",
  contact: "/contact-us",
};

/** Longer would defeat the purpose: whoever sent the signal needs the port and the folder. */
export const STOP_DEADLINE_MS = 9000;

export type Config = ReturnType<typeof toConfig>;

/** The configuration is invalid; `problems` has a line for each reason. */
export class ConfigError extends Error {
  readonly problems: string[];

  constructor(problems: string[]) {
    super(`The configuration can't be used:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`);
    this.problems = problems;
  }
}

/** The only place that reads the environment. @throws ConfigError with all problems at once */
export function loadConfig(environment: Record<string, string | undefined>): Config {
  const variables = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = environmentSchema.safeParse(variables);
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map(({ path, message }) => `${path.join(".")} ${message}`));
  }
  const problems = contradictions(parsed.data);
  if (problems.length > 0) throw new ConfigError(problems);
  return toConfig(parsed.data);
}

const LOOPBACK = new Set(["127.0.0.1", "::1", "localhost"]);

function isLoopbackName(hostname: string): boolean {
  return LOOPBACK.has(hostname.replace(/^\[|\]$/g, "")) || hostname.endsWith(".localhost");
}

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
  if (env.ADMIN_PASSWORD !== undefined && env.ADMIN_PASSWORD.length < env.PASSWORD_MIN.Admin) {
    problems.push(`ADMIN_PASSWORD must have at least ${env.PASSWORD_MIN.Admin} characters`);
  }
  if ((env.AWS_ACCESS_KEY_ID === undefined) !== (env.AWS_SECRET_ACCESS_KEY === undefined)) {
    problems.push("AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY belong together");
  }
  for (const name of ["TERMS", "REFUND_POLICY"] as const) {
    if ((env[`${name}_VERSION`] === undefined) !== (env[`${name}_TEXT`] === undefined)) {
      problems.push(
        `${name}_VERSION and ${name}_TEXT belong together: orders name the version their customer accepted`,
      );
    }
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
  const address = env.PUBLIC_URL ?? `http://${env.HOST}:${env.PORT}`;
  if (passkeyRolesOf(env).length > 0 && relyingPartyOf(address) === null) {
    problems.push(
      `SECOND_FACTOR_ROLES with =passkey would lock members out: passkeys don't work at ${address}, only at an https address with a name or on localhost`,
    );
  }
  if (env.PUBLIC_URL === undefined && !LOOPBACK.has(env.HOST)) {
    problems.push("PUBLIC_URL is required with a HOST other than loopback: mails carry links to it");
  }
  if (isDemo(env) && !LOOPBACK.has(env.HOST)) {
    problems.push("demo data on a HOST other than loopback is refused: set DEMO=0");
  }
  if (isDemo(env) && env.PUBLIC_URL !== undefined && !isLoopbackName(new URL(env.PUBLIC_URL).hostname)) {
    problems.push("demo data with a PUBLIC_URL that others can reach is refused: set DEMO=0");
  }
  return problems;
}

function passkeyRolesOf({ SECOND_FACTOR_ROLES }: Environment) {
  return SECOND_FACTOR_ROLES.filter(({ isPasskey }) => isPasskey).map(({ role }) => role);
}

function policy<K extends "terms" | "refund">(kind: K, version: string | undefined, text: string | undefined) {
  return version === undefined || text === undefined ? [] : [{ kind, version, text }];
}

function toConfig(env: Environment) {
  const publicUrl = env.PUBLIC_URL?.replace(/\/+$/, "");
  const links = Object.fromEntries(
    SITE_LINKS.map(([key]) => [key, new URL(SITE_PATHS[key], env.SITE_URL).href]),
  ) as Record<SiteLink, string>;
  return {
    host: env.HOST,
    port: env.PORT,
    /** Public address of the program; null until the listening port is known. */
    publicUrl: publicUrl ?? null,
    /** Cookies are marked Secure and HSTS is sent only if the public address is https. */
    isHttps: publicUrl?.startsWith("https:") ?? false,
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL ?? null,
    /** A streaming replica of the database. */
    databaseReadUrl: env.DATABASE_READ_URL ?? null,
    /** Size of this process's pool. */
    databaseConnections: env.DATABASE_CONNECTIONS,
    /** After SIGTERM `/readyz` answers 503 for this long before the process stops taking requests. */
    drainMs: env.DRAIN_SECONDS * 1000,
    /** The first signs; all verify. */
    sessionSecrets: env.SESSION_SECRET ?? null,
    /** Seal the secrets of authenticator apps: the first seals, all open. */
    factorKeys: env.FACTOR_KEY ?? null,
    /** Roles that must have a second factor, so many days after the first sign-in at which that holds for a member. */
    secondFactorRoles: env.SECOND_FACTOR_ROLES.map(({ role }) => role),
    /** Those of them for which only a passkey is one. */
    passkeyRoles: passkeyRolesOf(env),
    secondFactorGraceDays: env.SECOND_FACTOR_GRACE_DAYS,
    /** A sign-in without "Remember me" ends after this long without use. */
    sessionIdleMs: env.SESSION_IDLE_MINUTES * MINUTE_MS,
    /** Dangerous operations require the identity to be confirmed again after this long. */
    reauthMs: env.REAUTH_MINUTES * MINUTE_MS,
    /** A password typed by somebody else opens nothing after this long; null: never so. */
    firstPasswordMs: env.FIRST_PASSWORD_DAYS === 0 ? null : env.FIRST_PASSWORD_DAYS * DAY_MS,
    smtpUrl: env.SMTP_URL ?? null,
    ses:
      env.AWS_REGION === undefined
        ? null
        : {
            region: env.AWS_REGION,
            /** Null leaves it to the SDK: the role of the machine. */
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
            /** Public key of its signed event webhook. */
            webhookKey: env.SENDGRID_WEBHOOK_KEY ?? null,
          },
    /** Null: a folder in the data folder. */
    storage: env.STORAGE_URL ?? null,
    /** The company that answers disputes, as printed in the defence packs; unset values are left out. */
    company: {
      name: env.COMPANY_NAME,
      address: env.COMPANY_ADDRESS ?? null,
      telephone: env.COMPANY_TELEPHONE ?? null,
      taxId: env.COMPANY_TAX_ID ?? null,
      descriptor: env.STATEMENT_DESCRIPTOR ?? null,
    },
    policies: [
      ...policy("terms", env.TERMS_VERSION, env.TERMS_TEXT),
      ...policy("refund", env.REFUND_POLICY_VERSION, env.REFUND_POLICY_TEXT),
    ],
    mailFrom: withName(env.MAIL_FROM, env.SERVICE_NAME),
    /** How long a message of a member can be stopped before it leaves. */
    mailUndoMs: env.MAIL_UNDO_SECONDS * 1000,
    /** Where answers to mails about orders arrive, and the address shown to visitors; null when there is none. */
    supportEmail: env.SUPPORT_EMAIL ?? null,
    serviceName: env.SERVICE_NAME,
    links,
    /** Contact for vulnerability reports in `security.txt`. */
    securityContact: env.SECURITY_CONTACT ?? null,
    metricsToken: env.METRICS_TOKEN ?? null,
    trustedProxies: env.TRUSTED_PROXIES,
    firstAdmin:
      env.ADMIN_EMAIL !== undefined && env.ADMIN_PASSWORD !== undefined
        ? { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD, name: env.ADMIN_NAME }
        : null,
    /** Minimum password length by role. */
    passwordMin: env.PASSWORD_MIN,
    intakeKeys: env.INTAKE_API_KEY ?? null,
    gatewayNames: env.PAYMENT_GATEWAYS,
    filingWindowDays: env.FILING_WINDOW_DAYS,
    isDemo: isDemo(env),
    logLevel: env.LOG_LEVEL,
  };
}

/** A sender without a display name gets the service's name. */
function withName(sender: string, serviceName: string): string {
  return sender.includes("<") ? sender : `"${serviceName.replaceAll(/["\\]/g, "")}" <${sender}>`;
}
