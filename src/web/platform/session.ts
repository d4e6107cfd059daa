import { createAction } from "@reduxjs/toolkit";
import * as z from "zod";
import { sessionUserSchema } from "#contract/auth/auth.ts";
import { removeDrafts } from "./draft-storage.ts";

/** Local storage, `{ accessToken }`. */
const SESSION_KEY = "user";

const storedSchema = z.object({ accessToken: z.string().min(1) });
const tokenUserSchema = sessionUserSchema.omit({ email: true });
const payloadSchema = z.object({ user: tokenUserSchema });

/** The user in the token. Only for display; the server checks permissions. */
export type TokenUser = z.infer<typeof tokenUserSchema>;
export interface Session {
  accessToken: string;
  user: TokenUser;
}

/** The session ended: by sign-out, by the server, or in another tab. */
export const sessionEnded = createAction("session/ended");

/** The user in a token's payload, or null when the token is not ours. */
export function decodeTokenUser(token: string): TokenUser | null {
  const payload = token.split(".")[1];
  if (payload === undefined) return null;
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
    return payloadSchema.parse(JSON.parse(new TextDecoder().decode(bytes))).user;
  } catch {
    return null; // Truncated, edited by hand or from another program: treated as not signed in.
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

/** Calls `listener` whenever the stored session changes, in this tab or another; returns a function that stops it. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

let hasLeft = false;

/** True when the member signed out on purpose: the next session starts at the dashboard, not at the last page. */
export function hasLeftByChoice(): boolean {
  return hasLeft;
}

export function storeSession(accessToken: string): void {
  hasLeft = false;
  localStorage.setItem(SESSION_KEY, JSON.stringify({ accessToken }));
  for (const listener of listeners) listener();
}

export function removeSession({ isChoice = false } = {}): void {
  hasLeft = isChoice;
  if (isChoice) removeDrafts();
  localStorage.removeItem(SESSION_KEY);
  for (const listener of listeners) listener();
}
