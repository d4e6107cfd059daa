import { connect } from "node:net";
import { pino } from "pino";
import { afterEach, describe, expect, it } from "vitest";
import { clientOf, createProxyTrust } from "./client.ts";
import { createHttpServer } from "./server.ts";

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/** A server that returns its client's address, behind these proxies. */
async function start(trustedProxies: string[], host = "127.0.0.1") {
  const app = await createHttpServer({ log: pino({ level: "silent" }), trustedProxies, isHttps: false });
  app.get("/", async (request) => clientOf(request));
  await app.listen({ host, port: 0 });
  stops.push(() => app.close());
  const address = app.server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    ipFor: async (forwarded?: string) => {
      const headers = forwarded === undefined ? {} : { "x-forwarded-for": forwarded };
      const response = await fetch(`http://${host.includes(":") ? "[::1]" : host}:${port}/`, { headers });
      const { ip } = (await response.json()) as { ip: string };
      return ip;
    },
    port,
  };
}

describe("a caller's address", () => {
  it("is the connection's when no proxy is trusted, whatever the header contains", async () => {
    const { ipFor } = await start([]);
    for (const claim of [undefined, "8.8.8.8", "8.8.8.8, 127.0.0.1", "127.0.0.1"]) {
      expect(await ipFor(claim)).toBe("127.0.0.1");
    }
  });

  it("is the connection's when that is not a trusted proxy", async () => {
    const { ipFor } = await start(["10.0.0.0/8", "2001:db8::/32"]);
    expect(await ipFor("8.8.8.8")).toBe("127.0.0.1");
  });

  it.each([
    ["nothing", "", "127.0.0.1"],
    ["one address", "8.8.8.8", "8.8.8.8"],
    ["what a client wrote before the proxy added its address", "1.1.1.1, 8.8.8.8", "8.8.8.8"],
    ["a chain of our own proxies", "1.1.1.1, 8.8.8.8, 10.1.1.1, 10.2.2.2", "8.8.8.8"],
    ["a stranger's proxy in the chain", "1.1.1.1, 9.9.9.9, 10.1.1.1", "9.9.9.9"],
    ["a forged chain that ends with a stranger", "10.9.9.9, 8.8.8.8", "8.8.8.8"],
    ["nobody but our proxies", "10.1.1.1, 10.2.2.2", "10.1.1.1"],
    ["IPv6", "2A00:1450:4001:081B::200E", "2a00:1450:4001:81b::200e"],
    ["IPv4 inside IPv6", "::ffff:8.8.8.8", "8.8.8.8"],
    ["IPv4 inside IPv6 in hexadecimal", "::FFFF:0808:0808", "8.8.8.8"],
    ["our proxy in that spelling", "8.8.8.8, ::ffff:10.1.1.1", "8.8.8.8"],
    ["a port", "8.8.8.8:51234", "8.8.8.8"],
    ["IPv6 with a port", "[2a00:1450:4001:81b::200e]:51234", "2a00:1450:4001:81b::200e"],
    ["brackets alone", "[2a00:1450:4001:81b::200e]", "2a00:1450:4001:81b::200e"],
    ["our proxy with a port", "8.8.8.8, 10.1.1.1:443", "8.8.8.8"],
    ["a zone", "fe80::1%eth0", "fe80::1"],
    ["no address", "unknown", "127.0.0.1"],
    ["no address behind our proxies", "unknown, 10.1.1.1", "10.1.1.1"],
    ["no address that hides one", "8.8.8.8, unknown, 10.1.1.1", "10.1.1.1"],
    ["markup", "<script>alert(1)</script>", "127.0.0.1"],
    ["half an address", "8.8.8", "127.0.0.1"],
    ["commas", ",,, ,", "127.0.0.1"],
  ])("is read behind a trusted proxy from %s", async (_name, forwarded, ip) => {
    const { ipFor } = await start(["127.0.0.1", "10.0.0.0/8"]);
    expect(await ipFor(forwarded)).toBe(ip);
  });

  it("is read from a header of the maximum length, and a longer one is refused", async () => {
    const { ipFor, port } = await start(["127.0.0.1", "10.0.0.0/8"]);
    const proxies = Array.from({ length: 1200 }, () => "10.1.1.1").join(", ");
    expect(await ipFor(`8.8.8.8, ${proxies}`)).toBe("8.8.8.8");
    const answer = await new Promise<string>((resolve, reject) => {
      let text = "";
      const socket = connect(port, "127.0.0.1", () => {
        socket.write(`GET / HTTP/1.1\r\nhost: desk\r\nx-forwarded-for: ${"10.1.1.1, ".repeat(2000)}8.8.8.8\r\n\r\n`);
      });
      socket.on("data", (chunk) => {
        text += chunk;
      });
      socket.once("close", () => resolve(text));
      socket.once("error", reject);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
  });

  it("is read from several headers of that name in their order", async () => {
    const { port } = await start(["127.0.0.1", "10.0.0.0/8"]);
    const text = await new Promise<string>((resolve) => {
      let received = "";
      const lines = ["x-forwarded-for: 1.1.1.1", "x-forwarded-for: 8.8.8.8", "x-forwarded-for: 10.1.1.1"];
      const socket = connect(port, "127.0.0.1", () => {
        socket.write(`GET / HTTP/1.1\r\nhost: desk\r\nconnection: close\r\n${lines.join("\r\n")}\r\n\r\n`);
      });
      socket.on("data", (chunk) => {
        received += chunk;
      });
      socket.once("close", () => resolve(received));
    });
    expect(text).toContain('"ip":"8.8.8.8"');
  });

  it("is the same by IPv6", async () => {
    const { ipFor } = await start(["::1"], "::1");
    expect(await ipFor()).toBe("::1");
    expect(await ipFor("2402:4000::1")).toBe("2402:4000::1");
    const stranger = await start(["2001:db8::/32"], "::1");
    expect(await stranger.ipFor("2402:4000::1")).toBe("::1");
  });
});

describe("trusted proxies", () => {
  it("are recognized in every notation", () => {
    const isProxy = createProxyTrust(["10.0.0.0/8", "192.0.2.7", "2001:db8::/32", "::ffff:172.16.0.0/108"]);
    const ours = ["10.255.0.1", "192.0.2.7", "::ffff:192.0.2.7", "2001:DB8:0::1", "172.31.0.1", "10.1.1.1:80"];
    const strangers = ["11.0.0.1", "192.0.2.8", "2001:db9::1", "172.32.0.1", "", "unknown", "::ffff:11.0.0.1"];
    expect(ours.filter((address) => !isProxy(address))).toEqual([]);
    expect(strangers.filter(isProxy)).toEqual([]);
  });

  it.each(["0.0.0.0/0", "::ffff:0.0.0.0/96", "::ffff:10.0.0.0/8", "10.0.0.0/33", "here"])("never are %s", (range) => {
    expect(() => createProxyTrust([range])).toThrow(/TRUSTED_PROXIES/);
  });
});
