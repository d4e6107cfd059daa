import type { FastifyInstance, FastifyRequest } from "fastify";
import { changePassword, signIn, signOut, userInfo } from "#contract/auth/auth.ts";
import { AUTH_MESSAGES } from "#contract/auth/messages.ts";
import { confirmIdentity, secondFactor } from "#contract/factors/factors.ts";
import { confirmByPasskey, passkeyOptions, passkeySignIn } from "#contract/factors/passkeys.ts";
import { clientOf } from "#server/platform/http/client.ts";
import { route } from "#server/platform/http/route.ts";
import type { AuthService } from "./auth.service.ts";
import { presentedDevice, setDeviceCookie } from "./device-cookie.ts";
import type { SignInService } from "./sign-in.service.ts";

interface AuthServices {
  auth: AuthService;
  signIns: SignInService;
}

export function registerAuthRoutes(
  app: FastifyInstance,
  { auth, signIns }: AuthServices,
  { isHttps }: { isHttps: boolean },
): void {
  route(app, signIn, async ({ body, request, reply }) => {
    const { email, password, rememberMe = false } = body;
    const client = { ...clientOf(request), device: presentedDevice(request, isHttps) };
    const outcome = await signIns.signIn({ email, password, rememberMe, ...client });
    setDeviceCookie(reply, outcome.device, isHttps);
    if (outcome.refused !== null) throw outcome.refused;
    const { token, user, dueAt } = outcome;
    const due = dueAt && { second_factor: { required: true as const, due_at: dueAt.toISOString() } };
    return { data: user, jwtToken: token, ...due, message: AUTH_MESSAGES.signedIn };
  });

  route(app, secondFactor, async ({ body, request, reply }) => {
    const client = { ...clientOf(request), device: presentedDevice(request, isHttps) };
    const { token, user, device } = await signIns.secondFactor({ ...body, ...client });
    setDeviceCookie(reply, device, isHttps);
    return { data: user, jwtToken: token, message: AUTH_MESSAGES.signedIn };
  });

  route(app, passkeyOptions, async ({ request }) => ({ data: await signIns.passkeyOptions(clientOf(request)) }));

  route(app, passkeySignIn, async ({ body, request, reply }) => {
    const { ticket, assertion, rememberMe = false } = body;
    const client = { ...clientOf(request), device: presentedDevice(request, isHttps) };
    const { token, user, device } = await signIns.passkeySignIn({ ticket, assertion, rememberMe, ...client });
    setDeviceCookie(reply, device, isHttps);
    return { data: user, jwtToken: token, message: AUTH_MESSAGES.signedIn };
  });

  route(app, signOut, async ({ actor }) => {
    await auth.signOut(actor);
    return { data: null, message: AUTH_MESSAGES.signedOut };
  });

  route(app, userInfo, async ({ actor }) => {
    const { id, name, email, type } = actor;
    const setBy = await auth.passwordSetBy(actor);
    return { data: { id, name, email, type, ...(setBy !== null && { password_set_by: setBy }) } };
  });

  route(app, confirmIdentity, async ({ actor, body, request }) => {
    const { token, until } = await auth.confirmIdentity(actor, body, clientOf(request));
    return { data: { until: until.toISOString() }, jwtToken: token, message: AUTH_MESSAGES.identityConfirmed };
  });

  route(app, confirmByPasskey, async ({ actor, body, request }) => {
    const { token, until } = await auth.confirmByPasskey(actor, body, clientOf(request));
    return { data: { until: until.toISOString() }, jwtToken: token, message: AUTH_MESSAGES.identityConfirmed };
  });

  route(app, changePassword, async ({ actor, body, request }) => {
    const { newPassword, currentPassword } = body;
    await auth.changePassword(actor, { newPassword, currentPassword, ...clientOf(request) });
    return { data: null, message: AUTH_MESSAGES.passwordChanged };
  });
}

/** The token of a staff call: `Authorization: <token>`, with or without `Bearer` before it. */
export function presentedToken(request: FastifyRequest): string | null {
  const header = request.headers.authorization?.trim();
  if (header === undefined || header === "" || header.length > 4096) return null;
  return header.replace(/^Bearer\s+/i, "");
}
