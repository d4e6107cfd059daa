import { MESSAGE_VARIABLES, type MessageVariable } from "#contract/conversation/conversation.ts";

export type VariableValues = Record<MessageVariable, string | null>;

export interface FilledText {
  text: string;
  /** Variables without a value. */
  missing: MessageVariable[];
  /** Names that are no variables. */
  unknown: string[];
}

const PLACE = /\{\{([^{}\n]*)\}\}/g;
const NAME_SHOWN = 50;

/** Puts values in for `{{name}}`, once: what a value holds is not read again. A place that can't be filled stays. */
export function fillVariables(template: string, values: VariableValues): FilledText {
  const missing = new Set<MessageVariable>();
  const unknown = new Set<string>();
  const text = template.replace(PLACE, (place, inner: string) => {
    const name = inner.trim();
    if (!isVariable(name)) {
      unknown.add([...name].slice(0, NAME_SHOWN).join(""));
      return place;
    }
    const value = values[name];
    if (!value) missing.add(name);
    return value || place;
  });
  return { text, missing: [...missing], unknown: [...unknown] };
}

function isVariable(name: string): name is MessageVariable {
  return (MESSAGE_VARIABLES as readonly string[]).includes(name);
}

/** Shorter ones occur in ordinary words. */
const PASSPORT_LENGTH = 5;
const bare = (text: string) =>
  text
    .normalize("NFKC")
    .replace(/[^\p{L}\p{N}]/gu, "")
    .toLowerCase();

/** Whether a text holds the passport number, however it is spaced. */
export function holdsPassport(text: string, passportNumber: string | null): boolean {
  const passport = bare(passportNumber ?? "");
  return passport.length >= PASSPORT_LENGTH && bare(text).includes(passport);
}
