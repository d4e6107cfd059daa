import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import type { SessionUser } from "#contract/auth/auth.ts";
import type { Role } from "#contract/roles.ts";
import { errorMessage } from "#web/platform/api-error.ts";
import { type Session, sessionEnded } from "#web/platform/session.ts";
import { authApi } from "./auth.api.ts";

export interface AuthState {
  loading: boolean;
  error: string | null;
  data: SessionUser | null;
  isAuth: boolean;
  role: Role | null;
  userInfoLoading: boolean;
}

const SIGNED_OUT: AuthState = {
  loading: false,
  error: null,
  data: null,
  isAuth: false,
  role: null,
  userInfoLoading: false,
};

/** The initial state: signed in when the browser stores a session; the role is set by the server's response. */
export function initialAuth(session: Session | null): AuthState {
  return { ...SIGNED_OUT, isAuth: session !== null };
}

const { signIn, userInfo } = authApi.endpoints;

const withMember = (state: AuthState, data: SessionUser): AuthState => ({
  ...state,
  loading: false,
  isAuth: true,
  data,
  role: data.type,
});

/** The `auth` area. */
export const authSlice = createSlice({
  name: "auth",
  initialState: SIGNED_OUT,
  reducers: {
    /** By a second step. */
    signedIn: (state, { payload }: PayloadAction<SessionUser>) => withMember(state, payload),
  },
  extraReducers: (builder) => {
    builder
      .addCase(sessionEnded, () => SIGNED_OUT)
      .addMatcher(signIn.matchPending, (state) => ({ ...state, loading: true, error: null }))
      .addMatcher(signIn.matchRejected, (state, { payload, error }) => ({
        ...state,
        loading: false,
        error: payload === undefined ? (error.message ?? null) : errorMessage(payload),
      }))
      .addMatcher(signIn.matchFulfilled, (state, { payload: { data } }) => withMember(state, data))
      .addMatcher(userInfo.matchPending, (state) => ({ ...state, userInfoLoading: true }))
      .addMatcher(userInfo.matchRejected, (state) => ({ ...state, userInfoLoading: false }))
      .addMatcher(userInfo.matchFulfilled, (state, { payload: { data } }) => ({
        ...state,
        userInfoLoading: false,
        data,
        role: data.type,
      }));
  },
});

export const { signedIn } = authSlice.actions;
