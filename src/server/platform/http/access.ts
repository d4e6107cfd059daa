import type { FastifyInstance, FastifyRequest } from "fastify";
import { MESSAGES } from "#contract/messages.ts";
import type { Access } from "#contract/operation.ts";
import { can, type Permission, type Role } from "#contract/roles.ts";
import { AppError } from "#server/platform/app-error.ts";

/** The member whose session a request carries, as the database knows him now. */
export interface SessionMember {
  id: number;
  name: string;
  email: string;
  type: Role;
  sessionIdHash: Buffer;
  signedInAt: Date;
}

/** Someone who proved the e-mail of one order or more. */
export interface Visitor {
  tokenHash: Buffer;
  orderIds: ReadonlySet<number>;
}

/** How callers are told; each throws the refusal when they are not who the route wants. */
export interface Guards {
  member(request: FastifyRequest): Promise<SessionMember>;
  visitor(request: FastifyRequest): Promise<Visitor>;
  intake(request: FastifyRequest): void;
}

declare module "fastify" {
  interface FastifyRequest {
    member: SessionMember | null;
    visitor: Visitor | null;
  }
}

/**
 * Enforces each route's access before anything of the request is read (401 and 403 come before 400). A route of
 * the API that declares none is never registered.
 */
export function registerAccess(app: FastifyInstance, guards: Guards): void {
  app.decorateRequest("member", null);
  app.decorateRequest("visitor", null);

  app.addHook("onRoute", (route) => {
    if (route.config?.access === undefined) throw new Error(`${String(route.method)} ${route.url} declares no access`);
  });

  app.addHook("onRequest", async (request) => {
    const access = request.routeOptions.config.access;
    if (access === undefined || access === "public") return; // An unknown address: the not-found answer is public.
    if (access === "visitor") request.visitor = await guards.visitor(request);
    else if (access === "intake") guards.intake(request);
    else request.member = requireRight(await guards.member(request), access);
  });
}

function requireRight(member: SessionMember, access: Exclude<Access, "public" | "visitor" | "intake">): SessionMember {
  if (access !== "session") requirePermission(member, access);
  return member;
}

/** For rights that hang on the object of a call: throws 403 when the member's role lacks the permission. */
export function requirePermission(member: { type: Role }, permission: Permission): void {
  if (!can(member.type, permission)) throw new AppError("forbidden", MESSAGES.forbidden);
}
