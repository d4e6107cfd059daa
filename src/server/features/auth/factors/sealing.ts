import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from "node:crypto";

const ID = 4;
const IV = 12;
const TAG = 16;

export type Sealing = ReturnType<typeof createSealing>;

/**
 * Encrypts small secrets for the database with AES-256-GCM. The first key seals, all open. `context` names the row: a
 * value that was copied to another row does not open.
 */
export function createSealing(secrets: readonly string[]) {
  const keys = secrets.map((secret) => ({
    id: hash("sha256", secret, "buffer").subarray(0, ID),
    key: Buffer.from(hkdfSync("sha256", secret, "", "arrival-desk second factors", 32)),
  }));
  const [first] = keys;
  if (first === undefined) throw new Error("a key is needed to seal the secrets of second factors");

  return {
    /** Those that open something, in hexadecimal, as the first four bytes of each sealed value. */
    keyIds: keys.map(({ id }) => id.toString("hex")),

    seal(content: string, context: string): Buffer {
      const iv = randomBytes(IV);
      const cipher = createCipheriv("aes-256-gcm", first.key, iv).setAAD(Buffer.from(context));
      const text = Buffer.concat([cipher.update(content, "utf8"), cipher.final()]);
      return Buffer.concat([first.id, iv, cipher.getAuthTag(), text]);
    },

    /** Null if the key is missing. @throws Error if the value was changed or belongs to another row */
    open(sealed: Buffer, context: string): string | null {
      const found = keys.find(({ id }) => id.equals(sealed.subarray(0, ID)));
      if (found === undefined) return null;
      const iv = sealed.subarray(ID, ID + IV);
      const decipher = createDecipheriv("aes-256-gcm", found.key, iv, { authTagLength: TAG });
      decipher.setAAD(Buffer.from(context)).setAuthTag(sealed.subarray(ID + IV, ID + IV + TAG));
      return Buffer.concat([decipher.update(sealed.subarray(ID + IV + TAG)), decipher.final()]).toString("utf8");
    },
  };
}
