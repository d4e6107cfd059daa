import { createSign, generateKeyPairSync, hash, randomBytes } from "node:crypto";

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");
const sha256 = (bytes: string | Uint8Array) => hash("sha256", bytes, "buffer");

/** CBOR, as far as attestations need it: small integers, byte strings, text and maps. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (major: number, size: number) =>
    size < 24
      ? Buffer.from([(major << 5) | size])
      : size < 256
        ? Buffer.from([(major << 5) | 24, size])
        : Buffer.from([(major << 5) | 25, size >> 8, size & 255]);
  if (typeof value === "number") return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === "string") return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Map) {
    const entries = [...value].map(([key, each]) => Buffer.concat([cbor(key), cbor(each as string)]));
    return Buffer.concat([head(5, value.size), ...entries]);
  }
  return Buffer.concat([head(2, value.length), value]);
}

const USER_PRESENT = 1;
const USER_VERIFIED = 4;
const ATTESTED = 64;

/** What a hostile page, browser or authenticator does otherwise. */
export interface Wrong {
  origin?: string;
  rpId?: string;
  type?: string;
  crossOrigin?: boolean;
  topOrigin?: string;
  isUnverified?: boolean;
  counter?: number;
  challenge?: string;
  userHandle?: string;
  isForged?: boolean;
}

interface Options {
  challenge: string;
  rp?: { id?: string };
  rpId?: string;
  user?: { id: string };
}

/** An authenticator in software, P-256 by `node:crypto`: it can be wrong in every field. */
export function createAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const other = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;
  const id = randomBytes(32);
  const host = new URL(origin).hostname;
  let counter = 0;
  let user = "";

  const clientData = (type: string, { challenge }: Options, wrong: Wrong) =>
    Buffer.from(
      JSON.stringify({
        type: wrong.type ?? type,
        challenge: wrong.challenge ?? challenge,
        origin: wrong.origin ?? origin,
        crossOrigin: wrong.crossOrigin ?? false,
        ...(wrong.topOrigin !== undefined && { topOrigin: wrong.topOrigin }),
      }),
    );

  function head(wrong: Wrong, extra: number): Buffer {
    const flags = USER_PRESENT | (wrong.isUnverified === true ? 0 : USER_VERIFIED) | extra;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(wrong.counter ?? counter);
    return Buffer.concat([sha256(wrong.rpId ?? host), Buffer.from([flags]), count]);
  }

  return {
    id: base64url(id),
    create(options: Options, wrong: Wrong = {}) {
      user = options.user?.id ?? "";
      const { x = "", y = "" } = publicKey.export({ format: "jwk" });
      const point = (text: string) => Buffer.from(text, "base64url");
      const key = cbor(
        new Map<number, unknown>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, point(x)],
          [-3, point(y)],
        ]),
      );
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
      const authData = Buffer.concat([head(wrong, ATTESTED), attested]);
      const attestation = new Map<string, unknown>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", authData],
      ]);
      return {
        ...{ id: base64url(id), rawId: base64url(id), type: "public-key" },
        response: {
          clientDataJSON: base64url(clientData("webauthn.create", options, wrong)),
          attestationObject: base64url(cbor(attestation)),
          transports: ["internal"],
        },
        clientExtensionResults: {},
      };
    },
    /** @param counts whether it counts its uses */
    get(options: Options, wrong: Wrong = {}, counts = false) {
      if (counts) counter += 1;
      const data = clientData("webauthn.get", options, wrong);
      const authenticatorData = head(wrong, 0);
      const signed = Buffer.concat([authenticatorData, sha256(data)]);
      const signature = createSign("sha256")
        .update(signed)
        .sign(wrong.isForged === true ? other : privateKey);
      return {
        ...{ id: base64url(id), rawId: base64url(id), type: "public-key" },
        response: {
          clientDataJSON: base64url(data),
          authenticatorData: base64url(authenticatorData),
          signature: base64url(signature),
          userHandle: wrong.userHandle ?? user,
        },
        clientExtensionResults: {},
      };
    },
  };
}
