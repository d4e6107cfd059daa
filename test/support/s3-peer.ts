import { once } from "node:events";
import { mkdtemp, readdir, rm, stat, utimes } from "node:fs/promises";
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import S3rver from "@20minutes/s3rver";
import pLimit from "p-limit";

/** A fault of one request. */
export type S3Fault =
  | { kind: "refused"; status: number; code: string }
  /** Never answers. */
  | { kind: "silent" }
  /** Executed, but the answer is lost or never sent. */
  | { kind: "deaf" | "held" }
  /** The response breaks off or stalls after that many bytes of its body. */
  | { kind: "torn" | "stalled"; after: number }
  /** The answer does not state its length. */
  | { kind: "unmeasured" };

export interface S3Request {
  method: string;
  /** Below the bucket, without the query. */
  key: string;
  headers: IncomingMessage["headers"];
}

export type S3Peer = Awaited<ReturnType<typeof startS3Peer>>;

const BUCKET = "cards";
const OBJECT = "._S3rver_object";

/**
 * s3rver on loopback behind a proxy that adds what s3rver lacks: stores objects atomically, pages listings, logs every
 * request and fails on demand.
 */
export async function startS3Peer({ pageSize = 1000 }: { pageSize?: number } = {}) {
  const directory = await mkdtemp(path.join(tmpdir(), "s3-peer-"));
  const options = { address: "127.0.0.1", port: 0, silent: true, directory, configureBuckets: [{ name: BUCKET }] };
  const inner = new S3rver(options);
  const innerPort = (await inner.run()).port;
  const requests: S3Request[] = [];
  const peer = { fault: (_request: S3Request): S3Fault | undefined => undefined };
  const front = createServer((incoming, answer) => {
    void serve(incoming, answer).catch(() => answer.destroy());
  });
  front.listen(0, "127.0.0.1");
  await once(front, "listening");
  const { port } = front.address() as AddressInfo;
  const fileOf = (key: string) => path.join(directory, BUCKET, `${key}${OBJECT}`);
  /** s3rver writes objects in place, so concurrent writes of one key must be serialized. */
  const inTurn = pLimit(1);

  async function serve(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    const url = new URL(incoming.url ?? "", "http://peer");
    const { method = "", headers } = incoming;
    const seen = { method, key: decodeURIComponent(url.pathname).replace(/^\/[^/]*\/?/, ""), headers };
    requests.push(seen);
    const fault = peer.fault(seen);
    // An incomplete body throws here, so that objects are stored atomically.
    const body = await buffer(incoming);
    if (fault?.kind === "silent") return;
    if (fault?.kind === "refused") {
      answer.writeHead(fault.status, { "content-type": "application/xml" });
      answer.end(errorXml(fault.code));
      return;
    }
    const { response, content } = await inTurn(() => forward(seen, url, body));
    if (fault?.kind === "held") return;
    if (fault?.kind === "deaf") {
      answer.destroy();
      return;
    }
    const { "transfer-encoding": _chunked, "content-length": length, ...others } = response.headers;
    const measure = { "content-length": method === "HEAD" ? length : String(content.length) };
    answer.writeHead(response.statusCode ?? 500, { ...others, ...(fault?.kind !== "unmeasured" && measure) });
    if (fault?.kind === "torn" || fault?.kind === "stalled") {
      answer.write(content.subarray(0, fault.after), () => fault.kind === "torn" && answer.destroy());
    } else {
      answer.end(content);
    }
  }

  async function forward({ method, key, headers }: S3Request, url: URL, body: Buffer) {
    const paged = url.searchParams.get("list-type") === "2" ? pageOf(url, pageSize) : undefined;
    // It takes the signature of /bucket/ for that of /bucket.
    inner.allowMismatchedSignatures = key === "";
    const forwarded = request({ host: "127.0.0.1", port: innerPort, method, headers, path: url.pathname + url.search });
    forwarded.end(body);
    const [response] = (await once(forwarded, "response")) as [IncomingMessage];
    const content = await buffer(response);
    if (response.statusCode !== 200 || paged === undefined) return { response, content };
    return { response, content: Buffer.from(paged(content.toString())) };
  }

  return Object.assign(peer, {
    /** For STORAGE_URL, with s3rver's only key and secret. */
    url: `s3+http://S3RVER:S3RVER@127.0.0.1:${port}/${BUCKET}`,
    port,
    requests,
    /** Keys and sizes of all objects in the bucket. */
    objects: async (): Promise<Record<string, number>> => {
      const root = path.join(directory, BUCKET);
      const entries = await readdir(root, { recursive: true, withFileTypes: true });
      const objects: Record<string, number> = {};
      for (const { name, parentPath } of entries.filter((entry) => entry.name.endsWith(OBJECT))) {
        const file = path.join(parentPath, name);
        objects[path.relative(root, file).slice(0, -OBJECT.length)] = (await stat(file)).size;
      }
      return objects;
    },
    /** Sets an object's age. */
    date: async (key: string, at: Date) => await utimes(fileOf(key), at, at),
    /** How many clients are connected. */
    connections: async () => await promisify(front.getConnections.bind(front))(),
    removeBucket: async () => await rm(path.join(directory, BUCKET), { recursive: true }),
    close: async () => {
      await closeServer(front);
      // The client may have disconnected, as a circuit breaker's probe does; s3rver still answers and logs it.
      await inTurn(() => undefined);
      await closeServer(inner.httpServer);
      await rm(directory, { recursive: true, force: true });
    },
  });
}

async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
}

/** s3rver's continuation tokens need a cipher that OpenSSL no longer supports; this continues after the last key instead. */
function pageOf(url: URL, pageSize: number): (xml: string) => string {
  const wanted = Math.min(pageSize, Number(url.searchParams.get("max-keys") ?? pageSize));
  const token = url.searchParams.get("continuation-token");
  if (token !== null) url.searchParams.set("start-after", Buffer.from(token, "base64url").toString());
  url.searchParams.delete("continuation-token");
  url.searchParams.delete("max-keys");
  return (xml) => {
    const entries = xml.match(/<Contents>.*?<\/Contents>/gs) ?? [];
    const page = entries.slice(0, wanted);
    const last = /<Key>(.*?)<\/Key>/.exec(page.at(-1) ?? "")?.[1] ?? "";
    const next = `<NextContinuationToken>${Buffer.from(last).toString("base64url")}</NextContinuationToken>`;
    const isTruncated = page.length < entries.length;
    return `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${isTruncated ? next : ""}${page.join("")}</ListBucketResult>`;
  };
}

/** An error in Amazon's format, with request data that must never be logged. */
function errorXml(code: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>Refused.</Message><AWSAccessKeyId>S3RVER</AWSAccessKeyId><StringToSign>sample-secret</StringToSign></Error>`;
}
