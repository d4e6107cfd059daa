import { passwordShort } from "#contract/auth/auth.ts";
import { AUTH_MESSAGES } from "#contract/auth/messages.ts";
import type { Role } from "#contract/roles.ts";
import { searchKey } from "#contract/text.ts";
import { invalidField } from "#server/platform/app-error.ts";
import { CONTEXT_WORDS } from "./password-context-words.ts";
import { createStrengthThread, type StrengthThread } from "./password-strength-thread.ts";

/** The member whose password is checked. */
export interface PasswordOwner {
  name: string;
  email: string;
  role: Role;
}

type PasswordField = "newPassword" | "password";

export type PasswordRules = ReturnType<typeof createPasswordRules>;

export interface PasswordRulesDeps {
  /** Minimum length by role (PASSWORD_MIN). */
  passwordMin: Record<Role, number>;
  serviceName: string;
  company: { name: string };
  thread?: StrengthThread;
}

const WORD_MIN = 4;
const BESIDE_MAX = 2;

const letters = (text: string) => searchKey(text).replace(/[^\p{L}]/gu, "");
/** The words of a name, and the whole name as one word. */
const wordsOf = (text: string) => [letters(text), ...text.split(/[^\p{L}]+/u).map(letters)];

/** Rules for every new password: long enough for the role, and not easily guessed. */
export function createPasswordRules(deps: PasswordRulesDeps) {
  const { passwordMin, serviceName, company, thread = createStrengthThread() } = deps;
  const shared = [...CONTEXT_WORDS, ...wordsOf(serviceName), ...wordsOf(company.name)];

  function isOwnWord(password: string, { name, email }: PasswordOwner): boolean {
    const key = searchKey(password);
    if ([email, email.split("@")[0] ?? "", name].some((own) => searchKey(own) === key)) return true;
    const core = letters(key.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, ""));
    const words = [...shared, ...wordsOf(name), ...wordsOf(email)].filter((word) => word.length >= WORD_MIN);
    return words.some((word) => core.includes(word) && core.length - word.length <= BESIDE_MAX);
  }

  function assertMin(password: string, min: number, field: PasswordField): void {
    if (password.length < min) throw invalidField(field, passwordShort(field, min));
  }

  return {
    /** For a caller whose role is not known yet. @throws AppError invalid_input if it is too short for every role */
    assertLength: (password: string, field: PasswordField): void =>
      assertMin(password, Math.min(...Object.values(passwordMin)), field),
    /** @throws AppError invalid_input at `field` if it is too short or easily guessed, unavailable */
    assertUsable: async (password: string, owner: PasswordOwner, field: PasswordField): Promise<void> => {
      assertMin(password, passwordMin[owner.role], field);
      if (isOwnWord(password, owner) || (await thread.isGuessable(password))) {
        throw invalidField(field, AUTH_MESSAGES.newPasswordCommon);
      }
    },
  };
}
