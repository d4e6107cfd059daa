/** JSON of a verbatim body; undefined if it is not JSON. */
export function readJson(body: unknown): unknown {
  if (!Buffer.isBuffer(body)) return undefined;
  return parseJson(body.toString("utf8"));
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
