// What limits the programs of an installation, and what its proxy lets through.
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer, text } from "node:stream/consumers";
import { connect } from "node:tls";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MESSAGE_BYTES_MAX, sendMessage } from "#contract/conversation/conversation.ts";
import { DOCUMENT_MAX_BYTES } from "#contract/documents/documents.ts";
import { refusalSchema } from "#contract/envelope.ts";
import { answerQuestion } from "#contract/questions/answer-question.ts";
import { ANSWER_BYTES_MAX } from "#contract/questions/question-limits.ts";
import { contractOperations } from "#test/support/operations.ts";
import { read } from "./support/markdown.ts";
import { type Nginx, startNginx } from "./support/nginx.ts";
import { freePort } from "./support/postgres-cluster.ts";
import { readServiceUnit } from "./support/service-unit.ts";

const HOST = "desk.example.com";
/** Of the calls with several files, together; the others take one document. */
const LARGEST: Record<string, number> = {
  [sendMessage.path]: MESSAGE_BYTES_MAX,
  [answerQuestion.path]: ANSWER_BYTES_MAX,
};
const megabytes = (count: number) => count * 1024 * 1024;

/** The lines of each service of a compose file, those of the merged blocks included. */
function servicesOf(compose: string): Map<string, string[]> {
  const services = new Map<string, string[]>();
  const anchors = new Map<string, string[]>();
  let section = "";
  let lines: string[] = [];
  for (const line of compose.split("\n")) {
    const anchor = /^x-[\w-]+: &([\w-]+)$/.exec(line)?.[1];
    const service = /^ {2}([\w-]+):$/.exec(line)?.[1];
    if (/^\w/.test(line)) section = line;
    const isService = section === "services:" && service !== undefined;
    if (anchor !== undefined || isService) lines = [];
    if (anchor !== undefined) anchors.set(anchor, lines);
    if (isService) services.set(service, lines);
    const merged = anchors.get(/^\s+<<: \*([\w-]+)$/.exec(line)?.[1] ?? "");
    lines.push(...(merged ?? [line.trim()]));
  }
  return services;
}

const OF_EACH_SERVICE = [
  /^read_only: true$/,
  /^cap_drop: \[ALL\]$/,
  /^security_opt: \["no-new-privileges:true"\]$/,
  /^tmpfs: \[\/tmp/,
  /^mem_limit: \d+[mg]$/,
  /^pids_limit: \d+$/,
  /^restart: unless-stopped$/,
];

/** Problems of a compose file; none when every service is limited. */
function problemsOf(compose: string): string[] {
  return [...servicesOf(compose)].flatMap(([name, lines]) =>
    OF_EACH_SERVICE.filter((wanted) => !lines.some((line) => wanted.test(line))).map(
      (wanted) => `${name}: ${wanted.source}`,
    ),
  );
}

describe("compose.yaml", () => {
  const compose = read("compose.yaml");

  it("limits every service", () => {
    expect([...servicesOf(compose).keys()]).toEqual(["program-1", "program-2", "database", "proxy"]);
    expect(problemsOf(compose)).toEqual([]);
  });

  it("a new service without limits, or a removed limit, is found", () => {
    const added = compose.replace("services:\n", "services:\n  added:\n    image: added\n\n");
    expect(problemsOf(added)).toHaveLength(OF_EACH_SERVICE.length);
    for (const line of ["read_only: true", "cap_drop: [ALL]", "mem_limit: 3g", "pids_limit: 256"]) {
      expect(problemsOf(compose.replace(`${line}\n`, "")), line).not.toEqual([]);
    }
  });

  it("gives a capability only to the services that start as root, and none that rules the machine", () => {
    const added = [...compose.matchAll(/^ +cap_add: \[(.*)\]$/gm)].flatMap((match) => (match[1] ?? "").split(", "));
    const allowed = ["CHOWN", "DAC_OVERRIDE", "FOWNER", "NET_BIND_SERVICE", "SETGID", "SETUID"];
    expect(added.filter((name) => !allowed.includes(name))).toEqual([]);
    expect(compose).not.toMatch(/privileged|network_mode|pid: host|docker\.sock/);
  });
});

it("the systemd unit limits the program", () => {
  const { settings } = readServiceUnit("3001");
  const yes = (names: string) => Object.fromEntries(names.split(" ").map((name) => [name, ["yes"]]));
  expect(Object.fromEntries(settings)).toMatchObject({
    UMask: ["0077"],
    CapabilityBoundingSet: [""],
    KeyringMode: ["private"],
    ProtectProc: ["invisible"],
    ProtectSystem: ["strict"],
    RestrictAddressFamilies: ["AF_INET AF_INET6 AF_UNIX AF_NETLINK"],
    SystemCallArchitectures: ["native"],
    SystemCallErrorNumber: ["EPERM"],
    SystemCallFilter: ["@system-service", "~@privileged @resources"],
    ...yes("LockPersonality NoNewPrivileges PrivateDevices PrivateTmp ProtectClock ProtectControlGroups ProtectHome"),
    ...yes("ProtectHostname ProtectKernelLogs ProtectKernelModules ProtectKernelTunables RemoveIPC"),
    ...yes("RestrictNamespaces RestrictRealtime RestrictSUIDSGID"),
  });
  expect(settings.get("MemoryMax")?.[0]).toMatch(/^\d+[MG]$/);
  expect(settings.get("TasksMax")?.[0]).toMatch(/^\d+$/);
  // Node.js could not compile its code.
  expect(settings.has("MemoryDenyWriteExecute")).toBe(false);
});

describe("nginx.conf in Debian's nginx", () => {
  let nginx: Nginx;
  let http: number;
  let https: number;
  const PAGE = "A page that the program leaves alone. ".repeat(500);
  const COMPRESSED = gzipSync(PAGE);
  const upstream = createServer(async (asked, answer) => {
    let bytes = 0;
    for await (const chunk of asked) bytes += (chunk as Buffer).length;
    if (asked.url === "/page") answer.setHeader("content-type", "text/html").end(PAGE);
    else if (asked.url === "/compressed") {
      const headers = { "content-type": "text/html", "content-encoding": "gzip", vary: "accept-encoding" };
      answer.writeHead(200, { ...headers, "x-accepted": String(asked.headers["accept-encoding"]) }).end(COMPRESSED);
    } else answer.end(`${bytes}`);
  });

  beforeAll(async () => {
    await once(upstream.listen(0, "127.0.0.1"), "listening");
    const { port } = upstream.address() as AddressInfo;
    [http, https] = [await freePort(), await freePort()];
    nginx = await startNginx({ servers: [port, port], http, https });
  });
  afterAll(async () => {
    await nginx?.stop();
    upstream.close();
  });

  interface Answer {
    status: number | undefined;
    headers: IncomingHttpHeaders;
    body: string;
  }
  async function ask(port: number, host: string, path = "/", bytes = 0): Promise<Answer> {
    const asked = request({ host: "127.0.0.1", port, path, method: "POST", agent: false, headers: { host } });
    // nginx answers a large body before it has arrived.
    asked.on("error", () => undefined);
    const answered = once(asked, "response");
    asked.end(Buffer.alloc(bytes));
    const [response] = (await answered) as [IncomingMessage];
    return { status: response.statusCode, headers: response.headers, body: await text(response) };
  }

  it("answers under its host name only", async () => {
    expect((await ask(https, HOST)).status).toBe(200);
    expect((await ask(http, HOST)).headers.location).toBe(`https://${HOST}/`);
    for (const host of ["other.example.com", `${HOST}.other.example`, "192.0.2.7", `127.0.0.1.${HOST}`]) {
      for (const port of [http, https]) {
        await expect(ask(port, host), `${host} on ${port}`).rejects.toMatchObject({ code: "ECONNRESET" });
      }
    }
  });

  it("passes what clients accept and what the program compressed, and compresses nothing itself", async () => {
    const get = async (path: string) => {
      const headers = { host: HOST, "accept-encoding": "gzip, deflate, br, zstd" };
      const [answer] = (await once(
        request({ host: "127.0.0.1", port: https, path, agent: false, headers }).end(),
        "response",
      )) as [IncomingMessage];
      return { headers: answer.headers, bytes: await buffer(answer) };
    };
    const page = await get("/page");
    expect(page.headers).not.toHaveProperty("content-encoding");
    expect(page.bytes.toString()).toBe(PAGE);
    const compressed = await get("/compressed");
    expect(compressed.headers).toMatchObject({
      "content-encoding": "gzip",
      vary: "accept-encoding",
      "x-accepted": "gzip, deflate, br, zstd",
    });
    expect(compressed.bytes.equals(COMPRESSED)).toBe(true);
  });

  it("accepts what the program accepts at each call with files, and refuses far more in the program's words", async () => {
    const withFiles = (await contractOperations()).filter(({ fileField }) => fileField !== undefined);
    expect(withFiles.length).toBeGreaterThan(2);
    for (const { path } of withFiles) {
      const largest = LARGEST[path] ?? DOCUMENT_MAX_BYTES;
      const url = `/api${path}`;
      // The other fields and the borders between the parts.
      const form = largest + 512 * 1024;
      expect(await ask(https, HOST, url, form), url).toMatchObject({ status: 200, body: String(form) });
      const refused = await ask(https, HOST, url, largest + megabytes(3));
      expect(refused.status, url).toBe(413);
      expect(refused.headers["content-type"]).toBe("application/json; charset=utf-8");
      expect(refusalSchema.parse(JSON.parse(refused.body)).code).toBe("too_large");
    }
    expect(withFiles.map(({ path }) => path)).toEqual(expect.arrayContaining(Object.keys(LARGEST)));
  });
});

it("nginx ends a TLS handshake under another host name", async () => {
  const [http, https] = [await freePort(), await freePort()];
  const nginx = await startNginx({ servers: [1, 1], http, https, tls: true });
  const handshake = (servername: string) =>
    new Promise<string>((resolve) => {
      const socket = connect({ host: "127.0.0.1", port: https, servername, rejectUnauthorized: false }, () => {
        socket.destroy();
        resolve("secure");
      });
      socket.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    });
  expect(await handshake(HOST)).toBe("secure");
  expect(await handshake("other.example.com")).toMatch(/UNRECOGNIZED_NAME/);
  await nginx.stop();
});

it("nginx refuses a client that holds too many requests", async () => {
  const held: (() => void)[] = [];
  const upstream = createServer((_asked, answer) => void held.push(() => answer.end()));
  await once(upstream.listen(0, "127.0.0.1"), "listening");
  const { port } = upstream.address() as AddressInfo;
  const [http, https] = [await freePort(), await freePort()];
  const nginx = await startNginx({ servers: [port, port], http, https });
  const limit = Number(/limit_conn clients (\d+);/.exec(read("deploy/nginx.conf"))?.[1]);
  const statuses: number[] = [];
  const calls = Array.from({ length: limit + 5 }, () =>
    fetch(`http://127.0.0.1:${https}/`).then(({ status }) => void statuses.push(status)),
  );
  await expect.poll(() => statuses, { timeout: 30_000 }).toEqual([429, 429, 429, 429, 429]);
  await expect.poll(() => held.length, { timeout: 30_000 }).toBe(limit);
  for (const answer of held) answer();
  await Promise.all(calls);
  expect(statuses.filter((status) => status === 200)).toHaveLength(limit);
  await nginx.stop();
  upstream.close();
});
