import type { FastifyInstance, FastifyRequest } from "fastify";
import { FACTOR_ANSWERS } from "#contract/factors/answer-messages.ts";
import { MESSAGES } from "#contract/messages.ts";
import type { OpenedKind } from "#contract/operation.ts";
import { parseOrderId } from "#contract/orders/order-id.ts";
import { can, type Permission, type Role } from "#contract/roles.ts";
import { TRACKING_MESSAGES } from "#contract/tracking/messages.ts";
import { AppError } from "#server/platform/app-error.ts";

/** The member of the request's session, as currently stored. */
export interface SessionMember {
  id: number;
  name: string;
  email: string;
  type: Role;
  sessionIdHash: Buffer;
  /** When the member last proved who they are. */
  authenticatedAt: Date;
  /** By what. */
  method: string;
  scope: "full" | "enrol";
  /** Time until the session ends for inactivity; null when it has no such limit. */
  idleMsLeft: number | null;
}

/** A visitor who proved the e-mail of one or more orders. */
export interface Visitor {
  tokenHash: Buffer;
  /** Grant ids by order id. */
  grants: ReadonlyMap<number, string>;
}

/** Counts what members are shown of orders (decision record 0078). */
export interface ShownCounter {
  /** Before an order is opened. @throws AppError rate_limited */
  admit(memberId: number): Promise<void>;
  opened(memberId: number, kind: OpenedKind, orderId: number): void;
  /** The orders whose rows a list, a search or an export shows. */
  listed(memberId: number, orderIds: readonly number[]): void;
}

/** Authenticate the caller of a request; each throws the refusal. */
export interface Guards {
  member(request: FastifyRequest): Promise<SessionMember>;
  visitor(request: FastifyRequest): Promise<Visitor>;
  intake(request: FastifyRequest): Promise<void>;
  /** @throws AppError reauthentication_required when the last authentication is too old for a sensitive operation */
  fresh(member: SessionMember): void;
}

declare module "fastify" {
  interface FastifyInstance {
    shown: ShownCounter;
  }
  interface FastifyRequest {
    member: SessionMember | null;
    visitor: Visitor | null;
  }
}

/**
 * Enforces each route's access before the request is parsed (401 and 403 come before 400). A route without declared
 * access can't be registered. `shown` counts what `route` shows to members.
 */
export function registerAccess(app: FastifyInstance, guards: Guards, shown: ShownCounter): void {
  app.decorate("shown", shown);
  app.decorateRequest("member", null);
  app.decorateRequest("visitor", null);

  app.addHook("onRoute", (route) => {
    if (route.config?.access === undefined) throw new Error(`${String(route.method)} ${route.url} declares no access`);
  });

  app.addHook("onRequest", async (request) => {
    const { access, operation } = request.routeOptions.config;
    if (access === undefined || access === "public") return; // Undefined for an unknown address: the 404 is public.
    if (access === "visitor") request.visitor = await guards.visitor(request);
    else if (access === "intake") await guards.intake(request);
    else {
      // Set before the permission check: the audit log names the refused member.
      request.member = await guards.member(request);
      if (request.member.scope === "enrol" && operation?.enrolment !== true) {
        throw new AppError("enrolment_only", FACTOR_ANSWERS.enrolmentOnly);
      }
      if (access !== "session") requirePermission(request.member, access);
      // A session of a link lasts half an hour and has nothing to confirm.
      if (operation?.fresh === true && request.member.scope === "full") guards.fresh(request.member);
    }
  });
}

/** The order of a request, to which the visitor must have a grant. @throws AppError forbidden */
export function requireGrant({ grants }: Visitor, text: string): { orderId: number; grantId: string } {
  const orderId = parseOrderId(text);
  const grantId = orderId === null ? undefined : grants.get(orderId);
  if (orderId === null || grantId === undefined) throw new AppError("forbidden", TRACKING_MESSAGES.visitorOtherOrder);
  return { orderId, grantId };
}

/** For permissions that depend on the object of a call. @throws AppError forbidden */
export function requirePermission(member: { type: Role }, permission: Permission): void {
  if (!can(member.type, permission)) throw new AppError("forbidden", MESSAGES.forbidden);
}
