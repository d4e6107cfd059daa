/** An error and its causes, outermost first. */
export function* causesOf(error: unknown): Generator<Error, void> {
  for (let cause = error; cause instanceof Error; cause = cause.cause) yield cause;
}

/** Whether the error or one of its causes has one of these codes. */
export const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
  causesOf(error).some((cause) => codes.includes((cause as { code?: string }).code ?? ""));
