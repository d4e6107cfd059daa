import type { Faker } from "@faker-js/faker";
import { faker } from "@faker-js/faker/locale/en";

// Every choice of the demo is made with one generator, in a fixed order: the same seed makes the same demo.
export const { arrayElement: pick, replaceSymbols, weightedArrayElement } = faker.helpers;
export const { timeZone } = faker.location;
export const chance = (probability: number): boolean => faker.datatype.boolean(probability);
export const between = (min: number, max: number): number => faker.number.float({ min, max });
/** Both bounds inclusive. */
export const int = (min: number, max: number): number => faker.number.int({ min, max });

/** Starts all generators. @returns those that make the names of these languages */
export async function startGenerators(seed: number, locales: readonly string[]): Promise<Map<string, Faker>> {
  faker.seed(seed);
  const load = (locale: string): Promise<{ faker: Faker }> => import(`@faker-js/faker/locale/${locale}`);
  const entries = locales.map(async (locale) => [locale, (await load(locale)).faker] as const);
  const generators = new Map(await Promise.all(entries));
  for (const generator of generators.values()) generator.seed(seed);
  return generators;
}
