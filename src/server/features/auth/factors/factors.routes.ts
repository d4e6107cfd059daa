import type { FastifyInstance } from "fastify";
import { FACTOR_ANSWERS } from "#contract/factors/answer-messages.ts";
import {
  beginEnrolment,
  beginTotp,
  confirmTotp,
  ownAccount,
  removeTotp,
  renewRecoveryCodes,
} from "#contract/factors/factors.ts";
import {
  addPasskey,
  beginPasskey,
  confirmOptions,
  deletePasskey,
  renamePasskey,
  secondFactorOptions,
  setPasswordSignIn,
} from "#contract/factors/passkeys.ts";
import { resetFactor as resetOperation } from "#contract/factors/reset-factor.ts";
import { RESET_FACTOR_MESSAGES } from "#contract/factors/reset-messages.ts";
import { clientOf } from "#server/platform/http/client.ts";
import { route } from "#server/platform/http/route.ts";
import type { EnrolmentService } from "./enrolment.service.ts";
import type { FactorsService } from "./factors.service.ts";
import type { PasskeysService } from "./passkeys.service.ts";
import type { ResetFactorService } from "./reset-factor.service.ts";

interface FactorServices {
  factors: FactorsService;
  passkeys: PasskeysService;
  enrolment: EnrolmentService;
  resetFactor: ResetFactorService;
}

export function registerFactorRoutes(app: FastifyInstance, services: FactorServices): void {
  const { factors, passkeys, enrolment, resetFactor } = services;
  route(app, beginEnrolment, async ({ body, request }) => {
    const { token: jwtToken, ...data } = await enrolment.begin({ ...body, ...clientOf(request) });
    return { data, jwtToken };
  });
  route(app, ownAccount, async ({ actor }) => ({ data: await factors.account(actor) }));
  route(app, secondFactorOptions, async ({ body }) => ({ data: await passkeys.stepOptions(body.ticket) }));
  route(app, confirmOptions, async ({ actor }) => ({ data: await passkeys.confirmOptions(actor) }));
  route(app, beginPasskey, async ({ actor }) => ({ data: await passkeys.begin(actor) }));
  route(app, addPasskey, async ({ actor, body }) => ({
    data: { codes: await passkeys.add(actor, body) },
    message: FACTOR_ANSWERS.passkeyAdded,
  }));
  route(app, renamePasskey, async ({ actor, body }) => {
    await passkeys.rename(actor, body);
    return { data: null, message: FACTOR_ANSWERS.passkeyRenamed };
  });
  route(app, deletePasskey, async ({ actor, body }) => {
    await passkeys.remove(actor, body.id);
    return { data: null, message: FACTOR_ANSWERS.passkeyRemoved };
  });
  route(app, setPasswordSignIn, async ({ actor, body: { enabled } }) => {
    await passkeys.setPasswordSignIn(actor, enabled);
    return {
      data: null,
      message: enabled ? FACTOR_ANSWERS.passwordAllowed : FACTOR_ANSWERS.passkeysOnlySet,
    };
  });
  route(app, beginTotp, async ({ actor }) => ({ data: await factors.beginTotp(actor) }));
  route(app, confirmTotp, async ({ actor, body }) => ({
    data: { codes: await factors.confirmTotp(actor, body.code) },
    message: FACTOR_ANSWERS.appAdded,
  }));
  route(app, removeTotp, async ({ actor }) => {
    await factors.removeTotp(actor);
    return { data: null, message: FACTOR_ANSWERS.appRemoved };
  });
  route(app, renewRecoveryCodes, async ({ actor }) => ({
    data: { codes: await factors.renewRecoveryCodes(actor) },
    message: FACTOR_ANSWERS.codesRenewed,
  }));
  route(app, resetOperation, async ({ actor, body: { teamMemberId, ...reset } }) => ({
    data: { ended: await resetFactor.reset(actor, teamMemberId, reset) },
    message: RESET_FACTOR_MESSAGES.factorReset,
  }));
}
