import type { FastifyInstance } from "fastify";
import { forgotPassword, resetPassword } from "#contract/auth/auth.ts";
import { AUTH_MESSAGES } from "#contract/auth/messages.ts";
import { clientOf } from "#server/platform/http/client.ts";
import { route } from "#server/platform/http/route.ts";
import type { PasswordResetService } from "./password-reset.service.ts";

export function registerPasswordResetRoutes(app: FastifyInstance, passwordReset: PasswordResetService): void {
  route(app, forgotPassword, async ({ body, request }) => {
    await passwordReset.ask({ email: body.email, ip: clientOf(request).ip });
    return { data: null, message: AUTH_MESSAGES.resetRequested };
  });

  route(app, resetPassword, async ({ body, request }) => {
    await passwordReset.reset({ ...body, ip: clientOf(request).ip });
    return { data: null, message: AUTH_MESSAGES.passwordReset };
  });
}
