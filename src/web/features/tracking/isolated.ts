/** Left to right within a sentence of a language that is written right to left. */
export const isolated = (text: string) => `\u2066${text}\u2069`;
