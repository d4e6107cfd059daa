import type { AuditService } from "./features/audit/audit.service.ts";
import { createAccountLinks } from "./features/auth/account-links.service.ts";
import { createAuthService } from "./features/auth/auth.service.ts";
import { createEnrolmentService } from "./features/auth/factors/enrolment.service.ts";
import { createFactorChanges } from "./features/auth/factors/factor-changes.ts";
import { createFactorsService } from "./features/auth/factors/factors.service.ts";
import { createPasskeyOffers } from "./features/auth/factors/passkey-offers.ts";
import { createPasskeysService } from "./features/auth/factors/passkeys.service.ts";
import { createPasskeys } from "./features/auth/factors/passkeys.ts";
import { createResetFactorService } from "./features/auth/factors/reset-factor.service.ts";
import { createSealing } from "./features/auth/factors/sealing.ts";
import { createSecondFactors } from "./features/auth/factors/second-factors.ts";
import type { Limits } from "./features/auth/limits.ts";
import { createLinkActionsService } from "./features/auth/link-actions.service.ts";
import { createPasswordResetService } from "./features/auth/password-reset.service.ts";
import { createPasswordRules } from "./features/auth/password-rules.ts";
import { createProofs } from "./features/auth/proofs.ts";
import { createSessionUse } from "./features/auth/session-use.ts";
import { createSignInService } from "./features/auth/sign-in.service.ts";
import { createSignInTrace } from "./features/auth/sign-in-trace.ts";
import { createTokenSigner } from "./features/auth/tokens.ts";
import type { MailTemplatesService } from "./features/mail-templates/mail-templates.service.ts";
import type { NotificationsService } from "./features/notifications/notifications.service.ts";
import { createSessionsService } from "./features/sessions/sessions.service.ts";
import type { Database } from "./platform/db/client.ts";
import { deviceName } from "./platform/http/device-name.ts";
import type { MailTransports } from "./platform/mail/mail-transport.ts";
import type { MetricsRegistry } from "./platform/metrics-registry.ts";
import { relyingPartyOf } from "./platform/relying-party.ts";
import type { ServiceDeps } from "./service-options.ts";

interface AuthServicesDeps extends Pick<ServiceDeps, "config" | "secrets" | "jobs" | "now" | "log" | "publicUrl"> {
  db: Database;
  limits: Limits;
  audit: AuditService;
  metrics: MetricsRegistry;
  templates: MailTemplatesService;
  notifications: NotificationsService;
  /** Of mailed links. */
  transportsFor: MailTransports;
  pausesMs?: readonly number[];
  /** The country of an IP address. */
  placeOf: (ip: string) => string | null;
}

/** What signs members in and keeps their accounts, wired together. */
export function createAuthServices({ config, secrets, publicUrl, placeOf, ...deps }: AuthServicesDeps) {
  const { db, now, log, audit, notifications } = deps;
  const { reauthMs, sessionIdleMs: idleMs, firstPasswordMs, serviceName } = config;
  const { secondFactorRoles, passkeyRoles, secondFactorGraceDays } = config;
  const factorSettings = { secondFactorRoles, passkeyRoles, secondFactorGraceDays };
  const passwordRules = createPasswordRules(config);
  const tokens = createTokenSigner(secrets.session);
  const sessionUse = createSessionUse(db, (error) =>
    log.warn({ err: error }, "the last use of sessions could not be written"),
  );
  const trace = createSignInTrace(deps);
  const sealing = createSealing(secrets.factorKeys);
  const passkeys = createPasskeys({ ...deps, relyingParty: () => relyingPartyOf(publicUrl()) });
  const secondFactors = createSecondFactors({ ...deps, sealing, passkeys, trace });
  const proofs = createProofs({ db, now, secondFactors, passkeys, ...factorSettings });
  const withProofs = { ...deps, tokens, proofs, trace };
  const changes = createFactorChanges(deps);
  const accountLinks = createAccountLinks({ ...deps, from: config.mailFrom });
  const withLinks = { ...deps, links: accountLinks, passwordRules };
  const enrolment = createEnrolmentService({ ...withProofs, ...factorSettings, links: accountLinks });
  const ownPasskeys = createPasskeysService({ db, now, log, passkeys, changes, serviceName, ...factorSettings });
  const resetFactor = createResetFactorService(deps);
  return {
    accountLinks,
    auth: createAuthService({ ...withProofs, passwordRules, reauthMs, idleMs, use: sessionUse }),
    enrolment,
    factors: createFactorsService({ ...deps, sealing, passkeys, changes, serviceName, ...factorSettings }),
    linkActions: createLinkActionsService({ ...withLinks, passkeys: ownPasskeys.invited }),
    passkeys: ownPasskeys,
    passwordReset: createPasswordResetService(withLinks),
    resetFactor,
    sessions: createSessionsService({
      ...{ db, now, idleMs, reauthMs, placeOf, notifications, audit },
      hasFactor: resetFactor.hasFactor,
    }),
    sessionUse,
    signIns: createSignInService({
      ...withProofs,
      ...factorSettings,
      passkeys,
      offers: createPasskeyOffers(secrets.session),
      firstPasswordMs,
      host: () => new URL(publicUrl()).host,
      mailSetUpLink: enrolment.mailLink,
      notifyOfNewDevice: (tx, memberId, { ip, userAgent }) => {
        const facts = { device: deviceName(userAgent), place: placeOf(ip) ?? "place unknown" };
        return notifications.notify(tx, memberId, { kind: "new-device", facts });
      },
    }),
  };
}
