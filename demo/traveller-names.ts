import type { Faker } from "@faker-js/faker";
import type { Random } from "./random.ts";
import { LATIN_NAMES, LONG_NAMES, WRITTEN_NAMES, type WrittenName } from "./written-names.ts";

const FAKER_LOCALES = [
  "cs_CZ",
  "da",
  "de",
  "de_CH",
  "el",
  "en_AU",
  "en_CA",
  "en_GB",
  "en_IN",
  "en_US",
  "en_ZA",
  "es",
  "fr",
  "it",
  "nb_NO",
  "nl",
  "pl",
  "pt_BR",
  "pt_PT",
  "ru",
  "sv",
  "tr",
  "uk",
  "vi",
] as const;
type FakerLocale = (typeof FAKER_LOCALES)[number];
export type NameStyle = FakerLocale | keyof typeof WRITTEN_NAMES | keyof typeof LATIN_NAMES;
export type Sex = "Female" | "Male";

interface TravellerName {
  /** As in the order: sometimes in the traveller's own script. */
  full: string;
  /** In Latin script, possibly with diacritics. */
  latin: string;
}

export interface NameMaker {
  make(style: NameStyle, sex: Sex): TravellerName;
}

/** Shares of travellers who use their own script, and of those who add the name in Latin script. */
const OWN_SCRIPT = 0.25;
const WITH_LATIN = 0.6;
const LONG = 0.008;

/** @param seed for the generated names */
export async function createNameMaker(random: Random, seed: number): Promise<NameMaker> {
  const generators = new Map<string, Faker>();
  for (const locale of FAKER_LOCALES) {
    const { faker } = (await import(`@faker-js/faker/locale/${locale}`)) as { faker: Faker };
    faker.seed(seed);
    generators.set(locale, faker);
  }

  function make(style: NameStyle, sex: Sex): TravellerName {
    if (random.chance(LONG)) {
      const long = random.pick(LONG_NAMES);
      return { full: long, latin: long };
    }
    if (style in WRITTEN_NAMES) return written(style as keyof typeof WRITTEN_NAMES, sex);
    if (style in LATIN_NAMES) {
      const { family, given } = LATIN_NAMES[style as keyof typeof LATIN_NAMES];
      const name = `${random.pick(given)} ${random.pick(family)}`;
      return { full: name, latin: name };
    }
    const { person } = generators.get(style) as Faker;
    const kind = sex === "Female" ? "female" : "male";
    const name = `${person.firstName(kind)} ${person.lastName(kind)}`;
    const latin = transliterated(name);
    return latin === name ? { full: name, latin } : inScript(name, latin);
  }

  function written(style: keyof typeof WRITTEN_NAMES, sex: Sex): TravellerName {
    const names = WRITTEN_NAMES[style];
    const [family, familyLatin] = random.pick<WrittenName>(names.family);
    const [given, givenLatin] = random.pick<WrittenName>(sex === "Female" ? names.female : names.male);
    return inScript(names.isFamilyFirst ? family + given : `${given} ${family}`, `${givenLatin} ${familyLatin}`);
  }

  function inScript(native: string, latin: string): TravellerName {
    if (!random.chance(OWN_SCRIPT)) return { full: latin, latin };
    return { full: random.chance(WITH_LATIN) ? `${native} (${latin})` : native, latin };
  }

  return { make };
}

const TABLE: Record<string, string> = Object.fromEntries(
  (
    "а=a б=b в=v г=g ґ=g д=d е=e ё=e є=ie ж=zh з=z и=i і=i ї=i й=i к=k л=l м=m н=n о=o п=p р=r с=s т=t у=u ф=f х=kh " +
    "ц=ts ч=ch ш=sh щ=shch ъ= ы=y ь= э=e ю=iu я=ia ’= ʼ= " +
    "α=a ά=a β=v γ=g δ=d ε=e έ=e ζ=z η=i ή=i θ=th ι=i ί=i ϊ=i κ=k λ=l μ=m ν=n ξ=x ο=o ό=o π=p ρ=r σ=s ς=s τ=t υ=y " +
    "ύ=y φ=f χ=ch ψ=ps ω=o ώ=o"
  )
    .split(" ")
    .map((pair) => pair.split("=") as [string, string]),
);

/** Cyrillic and Greek transliterated as in passports. */
function transliterated(name: string): string {
  return [...name]
    .map((letter) => {
      const small = letter.toLowerCase();
      const latin = TABLE[small];
      if (latin === undefined) return letter;
      return small === letter ? latin : latin.slice(0, 1).toUpperCase() + latin.slice(1);
    })
    .join("");
}
