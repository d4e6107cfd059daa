/** A seeded random number generator. */
export interface Random {
  /** From 0, below 1. */
  next(): number;
  /** Both bounds inclusive. */
  int(min: number, max: number): number;
  between(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** A random item by weight. */
  weighted<T>(items: readonly (readonly [T, number])[]): T;
  /** `#` becomes a digit, `?` an upper-case letter, `*` a digit or lower-case letter. */
  pattern(text: string): string;
}

const LETTERS = "ABCDEFGHJKLMNPRSTUVWXYZ";
const MIXED = "0123456789abcdefghijklmnopqrstuvwxyz";

/** Mulberry32: 32 bits of state are enough for a few thousand orders. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  const pick = <T>(from: readonly T[]): T => {
    const item = from[int(0, from.length - 1)];
    if (item === undefined) throw new RangeError("nothing to pick from");
    return item;
  };
  return {
    next,
    int,
    between: (min, max) => min + next() * (max - min),
    chance: (probability) => next() < probability,
    pick,
    weighted: (items) => {
      let left = next() * items.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [item, weight] of items) {
        left -= weight;
        if (left < 0) return item;
      }
      return pick(items)[0];
    },
    pattern: (text) =>
      text.replace(/[#?*]/g, (mark) => {
        if (mark === "#") return String(int(0, 9));
        return pick([...(mark === "?" ? LETTERS : MIXED)]);
      }),
  };
}
