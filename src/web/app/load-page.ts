import type { ComponentType } from "react";

/** Old bundlers gave a part of the program 120 s to arrive (specification section 8); so do we. */
export const LOAD_LIMIT_MS = 120_000;

/** A part of the program that did not arrive: the network failed, or a new version replaced it on the server. */
export class LoadError extends Error {
  override name = "LoadError";
}

/**
 * Loads a route's component. A failed import throws at once and a hanging one after two minutes, so that the error
 * page can offer to reload.
 * @throws LoadError
 */
export async function loadPage<P>(load: () => Promise<ComponentType<P>>): Promise<ComponentType<P>> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new LoadError("This part of the program took too long to load.")), LOAD_LIMIT_MS);
  });
  try {
    return await Promise.race([load(), limit]);
  } catch (error) {
    if (error instanceof LoadError) throw error;
    throw new LoadError("This part of the program could not be loaded.", { cause: error });
  } finally {
    clearTimeout(timer);
  }
}
