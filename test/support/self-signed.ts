import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";

/** A DER element: tag, length, content. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
const hex = (text: string) => Buffer.from(text, "hex");
const utcTime = (at: Date) =>
  der(0x17, Buffer.from(`${at.toISOString().replace(/[-:T]/g, "").slice(2, 14)}Z`, "latin1"));

const SHA256_WITH_RSA = sequence(der(0x06, hex("2a864886f70d01010b")), der(0x05));
const COMMON_NAME = hex("550403");
const SUBJECT_ALT_NAME = hex("551d11");

/** A self-signed X.509 certificate of a host, valid for a day, as PEM with its RSA key. */
export function selfSigned(host: string): { cert: string; key: KeyObject } {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const name = sequence(der(0x31, sequence(der(0x06, COMMON_NAME), der(0x0c, Buffer.from(host)))));
  const dayAround = [-1, 1].map((days) => utcTime(new Date(Date.now() + days * 86_400_000)));
  const altNames = der(0x04, sequence(der(0x82, Buffer.from(host, "latin1"))));
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    SHA256_WITH_RSA,
    name,
    sequence(...dayAround),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(sequence(der(0x06, SUBJECT_ALT_NAME), altNames))),
  );
  const signature = der(0x03, Buffer.from([0]), sign("sha256", body, privateKey));
  const lines =
    sequence(body, SHA256_WITH_RSA, signature)
      .toString("base64")
      .match(/.{1,64}/g) ?? [];
  return {
    cert: ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n"),
    key: privateKey,
  };
}
