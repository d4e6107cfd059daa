import { createAction } from "@reduxjs/toolkit";
import * as z from "zod";
import { sessionUserSchema } from "#contract/auth.ts";

/** Local storage, `{ accessToken }` (specification sections 3 and 9). */
const SESSION_KEY = "user";

const storedSchema = z.object({ accessToken: z.string().min(1) });
const tokenUserSchema = sessionUserSchema.omit({ email: true });
const payloadSchema = z.object({ user: tokenUserSchema });

/** Who the token says is signed in. For display and for what to draw; rights are the server's business. */
export type TokenUser = z.infer<typeof tokenUserSchema>;
export interface Session {
  accessToken: string;
  user: TokenUser;
}

/** The session is over: the member left, the server ended it, or another tab did. */
export const sessionEnded = createAction("session/ended");

/** The user in a token's payload, or null when it is not a token of ours. */
export function decodeTokenUser(token: string): TokenUser | null {
  const payload = token.split(".")[1];
  if (payload === undefined) return null;
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
    return payloadSchema.parse(JSON.parse(new TextDecoder().decode(bytes))).user;
  } catch {
    return null; // Cut off, edited by hand or of another program: the same as not signed in.
  }
}

/** The session in a stored text, or null. */
export function parseSession(stored: string | null): Session | null {
  if (stored === null) return null;
  try {
    const { accessToken } = storedSchema.parse(JSON.parse(stored));
    const user = decodeTokenUser(accessToken);
    return user === null ? null : { accessToken, user };
  } catch {
    return null;
  }
}

export function readSession(): Session | null {
  return parseSession(storedSessionText());
}

export function storedSessionText(): string | null {
  return localStorage.getItem(SESSION_KEY);
}

const listeners = new Set<() => void>();

/** Calls `listener` whenever the stored session changed, in this tab or another; returns the way to stop that. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

export function storeSession(accessToken: string): void {
  localStorage.setItem(SESSION_KEY, JSON.stringify({ accessToken }));
  for (const listener of listeners) listener();
}

export function removeSession(): void {
  localStorage.removeItem(SESSION_KEY);
  for (const listener of listeners) listener();
}
