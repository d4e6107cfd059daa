/** The specified time limit for loading a chunk: 120 s. */
export const LOAD_LIMIT_MS = 120_000;

/** A chunk could not be loaded: the network failed, or a new version replaced it on the server. */
export class LoadError extends Error {
  override name = "LoadError";
}

/**
 * Loads a part of a route. A failed import rejects at once and a hanging one after two minutes, so that the error
 * page can offer to reload.
 * @throws LoadError
 */
export async function loadPage<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new LoadError("This part of the application took too long to load.")),
      LOAD_LIMIT_MS,
    );
  });
  try {
    return await Promise.race([load(), limit]);
  } catch (error) {
    if (error instanceof LoadError) throw error;
    throw new LoadError("This part of the application could not be loaded.", { cause: error });
  } finally {
    clearTimeout(timer);
  }
}
