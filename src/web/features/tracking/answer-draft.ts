const PREFIX = "answer ";
const keyOf = (questionId: number) => PREFIX + questionId;

/** The text of an answer in this tab, so that a visit that ends meanwhile loses nothing. */
export function keptAnswer(questionId: number): string {
  return read(() => sessionStorage.getItem(keyOf(questionId))) ?? "";
}

export function keepAnswer(questionId: number, text: string): void {
  read(() => sessionStorage.setItem(keyOf(questionId), text));
}

export function forgetAnswer(questionId: number): void {
  read(() => sessionStorage.removeItem(keyOf(questionId)));
}

/** Forgets the answers of every question: the visitor leaves this device. */
export function forgetAnswers(): void {
  read(() => {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  });
}

/** A browser may refuse its storage. */
function read<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
