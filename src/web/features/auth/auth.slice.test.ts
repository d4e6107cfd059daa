import { configureStore } from "@reduxjs/toolkit";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { AUTH_MESSAGES } from "#contract/auth/messages.ts";
import { api } from "#web/platform/api.ts";
import { sessionEnded } from "#web/platform/session.ts";
import { authApi } from "./auth.api.ts";
import { authSlice, initialAuth } from "./auth.slice.ts";

const member = { id: 1, name: "Asha", email: "asha@example.com", type: "Manager" } as const;
const credentials = { email: member.email, password: "secret123" };
const signedOut = { loading: false, error: null, data: null, isAuth: false, role: null, userInfoLoading: false };

const answer = vi.fn<(...request: Parameters<typeof fetch>) => Promise<Response>>();
const storage = new Map<string, string>();

beforeEach(() => {
  storage.clear();
  vi.stubGlobal("fetch", answer);
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

function newStore() {
  return configureStore({
    reducer: { [api.reducerPath]: api.reducer, auth: authSlice.reducer },
    middleware: (defaults) => defaults().concat(api.middleware),
  });
}

function success(data: unknown, extra: object = {}) {
  answer.mockResolvedValueOnce(Response.json({ status: 1, message: "ok", data, ...extra }));
}

it("starts signed in when the browser stores a session, and without a role @3-004 @3-005 @3-006", () => {
  expect(initialAuth(null)).toEqual(signedOut);
  expect(initialAuth({ accessToken: "t", user: member })).toEqual({ ...signedOut, isAuth: true });
});

it("is loading while the sign-in is pending, then holds the member and the role @3-007 @4-029 @4-031 @4-032", async () => {
  const store = newStore();
  success(member, { jwtToken: "t" });
  const pending = store.dispatch(authApi.endpoints.signIn.initiate(credentials));
  expect(store.getState().auth).toMatchObject({ loading: true, isAuth: false });
  await pending;
  expect(store.getState().auth).toEqual({ ...signedOut, isAuth: true, data: member, role: "Manager" });
});

it("keeps the message of a refused sign-in @4-030 @8-010", async () => {
  const store = newStore();
  const refusal = { status: 0, message: AUTH_MESSAGES.signInWrong, code: "unauthenticated", requestId: "r" };
  answer.mockResolvedValueOnce(Response.json(refusal, { status: 401 }));
  await store.dispatch(authApi.endpoints.signIn.initiate(credentials));
  expect(store.getState().auth).toEqual({ ...signedOut, error: AUTH_MESSAGES.signInWrong });
});

it("treats a response without data as a failed sign-in @4-032", async () => {
  const store = newStore();
  answer.mockResolvedValueOnce(Response.json({ status: 1, message: "ok", jwtToken: "t" }));
  await store.dispatch(authApi.endpoints.signIn.initiate(credentials));
  expect(store.getState().auth).toMatchObject({ loading: false, data: null, isAuth: false, role: null });
});

it("reports that no response came", async () => {
  const store = newStore();
  answer.mockRejectedValueOnce(new TypeError("network"));
  await store.dispatch(authApi.endpoints.signIn.initiate(credentials));
  expect(store.getState().auth.error).toMatch(/can't be reached/);
});

it("gets the role from the server @3-007", async () => {
  const store = newStore();
  success(member);
  const pending = store.dispatch(authApi.endpoints.userInfo.initiate());
  expect(store.getState().auth.userInfoLoading).toBe(true);
  await pending;
  expect(store.getState().auth).toMatchObject({ userInfoLoading: false, role: "Manager", data: member });
});

it("resets when the session ends, and keeps the next one when the logout is answered late @4-033", async () => {
  const store = newStore();
  success(member, { jwtToken: "t" });
  await store.dispatch(authApi.endpoints.signIn.initiate(credentials));
  store.dispatch(sessionEnded());
  expect(store.getState().auth).toEqual(signedOut);
  success(member, { jwtToken: "t" });
  await store.dispatch(authApi.endpoints.signIn.initiate(credentials));
  success(null);
  await store.dispatch(authApi.endpoints.signOut.initiate("ended"));
  expect(answer.mock.lastCall?.[1]?.headers).toMatchObject({ authorization: "ended" });
  expect(store.getState().auth).toMatchObject({ isAuth: true, data: member });
});
