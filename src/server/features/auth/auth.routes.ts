import type { FastifyInstance, FastifyRequest } from "fastify";
import { changePassword, confirmIdentity, signIn, signOut, userInfo } from "#contract/auth/auth.ts";
import { AUTH_MESSAGES } from "#contract/auth/messages.ts";
import { clientOf } from "#server/platform/http/client.ts";
import { route } from "#server/platform/http/route.ts";
import type { AuthService } from "./auth.service.ts";
import { presentedDevice, setDeviceCookie } from "./device-cookie.ts";

export function registerAuthRoutes(app: FastifyInstance, auth: AuthService, { isHttps }: { isHttps: boolean }): void {
  route(app, signIn, async ({ body, request, reply }) => {
    const { email, password, rememberMe = false } = body;
    const client = { ...clientOf(request), device: presentedDevice(request, isHttps) };
    const { token, user, device } = await auth.signIn({ email, password, rememberMe, ...client });
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

  route(app, confirmIdentity, async ({ actor, body: { password }, request }) => {
    const { token, until } = await auth.confirmIdentity(actor, { password, ...clientOf(request) });
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
