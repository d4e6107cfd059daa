import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";

/**
 * The packaged PostgreSQL listens on a socket that only its own account and root reach; the image's user comes by a port
 * of loopback, as it would to a database of your own.
 */
export async function openByTcp(connectionString: string) {
  const url = new URL(connectionString);
  const socket = `${url.searchParams.get("host")}/.s.PGSQL.${url.port}`;
  const server = createServer((from) => {
    const to = connect(socket);
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      one.pipe(other);
      one.on("error", () => other.destroy());
    }
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  url.searchParams.delete("host");
  url.hostname = "127.0.0.1";
  url.port = String((server.address() as AddressInfo).port);
  return {
    connectionString: url.href,
    close: () => {
      server.close();
    },
  };
}
