import * as z from "zod";
import { linkTokenSchema, presentedPassword, sessionUserSchema } from "#contract/auth/auth.ts";
import { AUTH_MESSAGES } from "#contract/auth/messages.ts";
import { instantSchema } from "#contract/date-schemas.ts";
import { defineOperation, SMALL_BODY } from "#contract/operation.ts";
import { FACTOR_MESSAGES } from "./messages.ts";
import { assertionSchema, ownPasskeySchema, ticketSchema } from "./passkeys.ts";

/** What may follow a right password. */
export const FACTOR_METHODS = ["passkey", "totp", "recovery_code"] as const;
export type FactorMethod = (typeof FACTOR_METHODS)[number];

/** Ten at a time. */
export const RECOVERY_CODES = 10;
/** The screen warns when so few are left. */
export const RECOVERY_CODES_FEW = 3;

/** Six digits; spaces between them, as apps show them, are left out. */
const codeSchema = z
  .string({ error: FACTOR_MESSAGES.codeWrong })
  .max(20, FACTOR_MESSAGES.codeWrong)
  .overwrite((code) => code.replace(/\s/g, ""))
  .regex(/^\d{6}$/, FACTOR_MESSAGES.codeWrong)
  .meta({ examples: ["123456"] });

/** As printed, in any case and with or without its hyphens: `3-7KQ4M-2P9XT`. */
const recoveryCodeSchema = z
  .string({ error: FACTOR_MESSAGES.codeWrong })
  .min(1, FACTOR_MESSAGES.codeWrong)
  .max(40, FACTOR_MESSAGES.codeWrong)
  .meta({ examples: ["3-7KQ4M-2P9XT"] });

/** In `data` of the refusal `second_factor_required`. */
export const secondFactorTicketSchema = z.object({
  ticket: ticketSchema,
  methods: z.array(z.enum(FACTOR_METHODS)),
  expires_at: instantSchema,
});
export type SecondFactorTicket = z.infer<typeof secondFactorTicketSchema>;

const codesShape = { code: codeSchema.optional(), recoveryCode: recoveryCodeSchema.optional() };
const answerShape = {
  ...codesShape,
  /** A passkey's answer to the options of `second-factor-options`. */
  assertion: assertionSchema.optional(),
};
export const factorAnswerSchema = z.object(answerShape);
export type FactorAnswer = z.output<typeof factorAnswerSchema>;

export const secondFactorSchema = z.object({ ticket: ticketSchema, ...answerShape });

export const secondFactor = defineOperation({
  method: "POST",
  path: "/admin/second-factor",
  summary: "The second step of a sign-in: a code, a recovery code or a passkey, with the ticket of the first",
  access: "public",
  body: secondFactorSchema,
  bodyLimit: 16 * 1024,
  data: sessionUserSchema,
  extra: { jwtToken: z.string() },
});

export const beginEnrolmentSchema = z.object({ token: linkTokenSchema });

/** Its session reaches only operations of `enrolment`; whoever is done signs in. */
export const beginEnrolment = defineOperation({
  method: "POST",
  path: "/admin/begin-enrolment",
  summary: "Open the mailed link to set up a second factor",
  access: "public",
  body: beginEnrolmentSchema,
  bodyLimit: SMALL_BODY,
  data: z.object({ name: z.string(), passkey_required: z.boolean() }),
  extra: { jwtToken: z.string() },
});

/** With a second factor, the password and a code; without one, the password. By a passkey: `confirm-by-passkey`. */
export const confirmIdentitySchema = z.object({
  password: presentedPassword(AUTH_MESSAGES.currentPasswordRequired),
  ...codesShape,
});
export type ConfirmationAnswer = z.output<typeof confirmIdentitySchema>;

/** For operations that are `fresh`. The session continues with a new token; the old one ends. */
export const confirmIdentity = defineOperation({
  method: "POST",
  path: "/admin/confirm-identity",
  summary: "Confirm the caller's identity; returns a new token and ends the old one",
  access: "session",
  shows: "nothing",
  body: confirmIdentitySchema,
  data: z.object({ until: instantSchema }),
  extra: { jwtToken: z.string() },
});

export const ownAccountSchema = z
  .object({
    /** Null when no authenticator app is set up. */
    totp: z.object({ added_at: instantSchema, suspended: z.boolean() }).nullable(),
    passkeys: z.array(ownPasskeySchema),
    /** By which browsers know whose passkeys these are; null before the first one. */
    passkey_user_id: z.string().nullable(),
    /** False: only passkeys open the sign-in. */
    password_sign_in: z.boolean(),
    recovery_codes_left: z.int(),
    /** What the next sign-in takes after the password. */
    methods: z.array(z.enum(FACTOR_METHODS)),
    /** Whether the member's role needs a second factor, and until when it may be missing. */
    required: z.boolean(),
    /** Whether only a passkey is one for that role. */
    passkey_required: z.boolean(),
    due_at: instantSchema.nullable(),
  })
  .meta({ id: "OwnAccount" });
export type OwnAccount = z.infer<typeof ownAccountSchema>;

export const ownAccount = defineOperation({
  method: "GET",
  path: "/admin/account",
  summary: "The caller's own second factors",
  access: "session",
  shows: "nothing",
  enrolment: true,
  countsAsUse: false,
  data: ownAccountSchema,
});

/** Calls that change a factor need an existing one at the last confirmation, not the password alone. */
const own = { access: "session", shows: "nothing", fresh: true } as const;
/** Shown once; null when the member has some already. */
const codes = z.array(z.string()).nullable();

export const beginTotp = defineOperation({
  method: "POST",
  path: "/admin/totp/begin",
  summary: "A new secret for the caller's authenticator app; it waits ten minutes for its first code",
  ...own,
  enrolment: true,
  data: z.object({ secret: z.string(), uri: z.string() }),
});

export const confirmTotpSchema = z.object({ code: codeSchema });
export const confirmTotp = defineOperation({
  method: "POST",
  path: "/admin/totp/confirm",
  summary: "Turn the new authenticator app on with its first code; the first factor brings recovery codes",
  ...own,
  enrolment: true,
  body: confirmTotpSchema,
  data: z.object({ codes }),
});

export const removeTotp = defineOperation({
  method: "PUT",
  path: "/admin/totp/remove",
  summary: "Remove the caller's authenticator app",
  ...own,
  data: z.null(),
});

export const renewRecoveryCodes = defineOperation({
  method: "POST",
  path: "/admin/recovery-codes",
  summary: "Ten new recovery codes; the old ones end",
  ...own,
  enrolment: true,
  data: z.object({ codes: z.array(z.string()) }),
});
