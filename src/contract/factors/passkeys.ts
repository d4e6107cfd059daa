import * as z from "zod";
import { linkTokenSchema, sessionUserSchema } from "#contract/auth/auth.ts";
import { instantSchema } from "#contract/date-schemas.ts";
import { defineOperation, SMALL_BODY } from "#contract/operation.ts";
import { requiredLine } from "#contract/text-schemas.ts";
import { FACTOR_MESSAGES } from "./messages.ts";

/** At most so many a member. */
export const PASSKEYS_MAX = 10;
const NAME_MAX = 60;
/** The answers of authenticators are 1 to 3 kB. */
const BODY = 16 * 1024;

export const ticketSchema = z
  .string({ error: FACTOR_MESSAGES.ticketGone })
  .regex(/^[A-Za-z0-9_-]{43}$/, FACTOR_MESSAGES.ticketGone)
  .meta({ examples: ["A".repeat(43)] });
/** Of an offer to strangers, which is kept nowhere: its challenge, its end and their MAC. */
const offerSchema = z
  .string({ error: FACTOR_MESSAGES.ticketGone })
  .regex(/^[A-Za-z0-9_-]{43}\.[0-9]{13}\.[A-Za-z0-9_-]{43}$/, FACTOR_MESSAGES.ticketGone)
  .meta({ examples: [`${"A".repeat(43)}.1700000000000.${"A".repeat(43)}`] });

const bytes = (most: number) =>
  z
    .string()
    .regex(new RegExp(`^[A-Za-z0-9_-]{1,${most}}$`))
    .meta({ examples: ["AAAA"] });
const common = { id: bytes(1400), rawId: bytes(1400), type: z.literal("public-key") };

/** What a browser answers to `navigator.credentials.get`, by WebAuthn Level 3. Other members are left out. */
export const assertionSchema = z.object(
  {
    ...common,
    response: z.object({
      clientDataJSON: bytes(4000),
      authenticatorData: bytes(2000),
      signature: bytes(4000),
      userHandle: bytes(200).nullish(),
    }),
  },
  { error: FACTOR_MESSAGES.passkeyWrong },
);
export type Assertion = z.output<typeof assertionSchema>;

/** What a browser answers to `navigator.credentials.create`. */
const registrationSchema = z.object(
  {
    ...common,
    response: z.object({
      clientDataJSON: bytes(4000),
      attestationObject: bytes(8000),
      transports: z.array(z.string().max(20)).max(10).optional(),
    }),
  },
  { error: FACTOR_MESSAGES.passkeyWrong },
);
export type Registration = z.output<typeof registrationSchema>;

/** Options of a ceremony, as `@simplewebauthn/browser` takes them. */
const optionsSchema = z.looseObject({ challenge: z.string() });

export const passkeyOptions = defineOperation({
  method: "POST",
  path: "/admin/passkey-options",
  summary: "Begin a sign-in with a passkey, without an e-mail",
  access: "public",
  data: z.object({ ticket: offerSchema, options: optionsSchema }),
});

export const passkeySignInSchema = z.object({
  ticket: offerSchema,
  assertion: assertionSchema,
  rememberMe: z.boolean().optional(),
});
export const passkeySignIn = defineOperation({
  method: "POST",
  path: "/admin/passkey-sign-in",
  summary: "Sign in with a passkey: no password and no code",
  access: "public",
  body: passkeySignInSchema,
  bodyLimit: BODY,
  data: sessionUserSchema,
  extra: { jwtToken: z.string() },
});

export const secondFactorOptionsSchema = z.object({ ticket: ticketSchema });
export const secondFactorOptions = defineOperation({
  method: "POST",
  path: "/admin/second-factor-options",
  summary: "Begin the second step of a sign-in with a passkey",
  access: "public",
  body: secondFactorOptionsSchema,
  data: z.object({ options: optionsSchema }),
});

export const confirmOptions = defineOperation({
  method: "POST",
  path: "/admin/confirm-options",
  summary: "Begin a confirmation of the caller's identity with a passkey",
  access: "session",
  shows: "nothing",
  data: z.object({ ticket: ticketSchema, options: optionsSchema }),
});

export const confirmByPasskeySchema = z.object({ ticket: ticketSchema, assertion: assertionSchema });
export type PasskeyConfirmation = z.output<typeof confirmByPasskeySchema>;

/** Instead of `confirm-identity`: with the check of the person by the device, a passkey is two factors. */
export const confirmByPasskey = defineOperation({
  method: "POST",
  path: "/admin/confirm-by-passkey",
  summary: "Confirm the caller's identity with a passkey; returns a new token and ends the old one",
  access: "session",
  shows: "nothing",
  body: confirmByPasskeySchema,
  bodyLimit: BODY,
  data: z.object({ until: instantSchema }),
  extra: { jwtToken: z.string() },
});

export const ownPasskeySchema = z
  .object({
    id: z.string(),
    name: z.string(),
    added_at: instantSchema,
    last_used_at: instantSchema.nullable(),
    /** Its counter went back: somebody may have a copy. */
    suspended: z.boolean(),
    /** Copied to other devices by its maker. */
    synced: z.boolean(),
    /** The host where it works, if that is another one by now. */
    other_host: z.string().nullable(),
  })
  .meta({ id: "OwnPasskey" });
export type OwnPasskey = z.infer<typeof ownPasskeySchema>;

const own = { access: "session", shows: "nothing", fresh: true } as const;

export const beginPasskey = defineOperation({
  method: "POST",
  path: "/admin/passkeys/options",
  summary: "Begin to add a passkey to the caller's sign-in",
  ...own,
  enrolment: true,
  data: z.object({ ticket: ticketSchema, options: optionsSchema }),
});

const nameSchema = requiredLine(FACTOR_MESSAGES.passkeyNameMissing, NAME_MAX);
export const addPasskeySchema = z.object({ ticket: ticketSchema, registration: registrationSchema, name: nameSchema });
export const addPasskey = defineOperation({
  method: "POST",
  path: "/admin/passkeys",
  summary: "Add the new passkey; the first factor brings recovery codes",
  ...own,
  enrolment: true,
  body: addPasskeySchema,
  bodyLimit: BODY,
  data: z.object({ codes: z.array(z.string()).nullable() }),
});

export const invitationOptions = defineOperation({
  method: "POST",
  path: "/admin/invitation-options",
  summary: "Begin to accept an invitation with a passkey; the link stays open",
  access: "public",
  body: z.object({ token: linkTokenSchema }),
  bodyLimit: SMALL_BODY,
  data: z.object({ ticket: ticketSchema, options: optionsSchema }),
});

/** Opens no session: the member signs in with the passkey. */
export const acceptByPasskeySchema = addPasskeySchema.extend({ token: linkTokenSchema });
export const acceptByPasskey = defineOperation({
  method: "POST",
  path: "/admin/accept-by-passkey",
  summary: "Accept an invitation with a passkey instead of a password; brings recovery codes",
  access: "public",
  body: acceptByPasskeySchema,
  bodyLimit: BODY,
  data: z.object({ email: z.string(), codes: z.array(z.string()).nullable() }),
});

export const passwordSignInSchema = z.object({ enabled: z.boolean() });
/** Only passkeys open the sign-in of whoever switches it off, which takes two of them. */
export const setPasswordSignIn = defineOperation({
  method: "PUT",
  path: "/admin/password-sign-in",
  summary: "Whether the caller's password opens their sign-in, beside their passkeys",
  ...own,
  body: passwordSignInSchema,
  data: z.null(),
});

const passkeyIdSchema = z
  .string({ error: FACTOR_MESSAGES.passkeyMissing })
  .regex(/^[A-Za-z0-9_-]{1,1400}$/, FACTOR_MESSAGES.passkeyMissing)
  .meta({ examples: ["AAAA"] });
export const renamePasskeySchema = z.object({ id: passkeyIdSchema, name: nameSchema });
export const renamePasskey = defineOperation({
  method: "PUT",
  path: "/admin/rename-passkey",
  summary: "Rename a passkey of the caller",
  access: "session",
  shows: "nothing",
  body: renamePasskeySchema,
  data: z.null(),
});

export const deletePasskeySchema = z.object({ id: passkeyIdSchema });
export const deletePasskey = defineOperation({
  method: "POST",
  path: "/admin/delete-passkey",
  summary: "Remove a passkey of the caller",
  ...own,
  body: deletePasskeySchema,
  data: z.null(),
});
