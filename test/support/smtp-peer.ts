import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

/** How the server handles the next mails. */
export type SmtpBehaviour =
  | "accept"
  | "refuse-recipient"
  | "refuse-sender-for-now"
  | "refuse-content"
  | "stall-at-greeting"
  | "drop-at-recipient"
  | "drop-in-body"
  | "drop-after-body"
  | "stall-after-body";

/** An SMTP server on loopback that counts accepted mails and fails on demand. */
export async function startSmtpPeer() {
  const accepted: string[] = [];
  /** Mails whose body arrived completely, answered or not. */
  let bodies = 0;
  let behaviour: SmtpBehaviour = "accept";
  const refusal = (code: number, text: string) => Object.assign(new Error(text), { responseCode: code });
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    disableReverseLookup: true,
    logger: false,
    onConnect: (_session, done) => {
      if (behaviour !== "stall-at-greeting") done();
    },
    onMailFrom: (_address, _session, done) => {
      done(behaviour === "refuse-sender-for-now" ? refusal(451, "later") : null);
    },
    onRcptTo: (_address, _session, done) => {
      if (behaviour === "drop-at-recipient") return drop();
      done(behaviour === "refuse-recipient" ? refusal(550, "no such user") : null);
    },
    onData: (stream, _session, done) => {
      if (behaviour === "drop-in-body") {
        stream.once("data", drop);
        return;
      }
      buffer(stream).then((bytes) => {
        bodies += 1;
        if (behaviour === "drop-after-body") return drop();
        if (behaviour === "stall-after-body") return;
        if (behaviour === "refuse-content") return done(refusal(554, "no spam here"));
        accepted.push(bytes.toString("utf8"));
        done();
      }, done);
    },
  });
  const drop = () => {
    for (const connection of server.connections) connection._socket.destroy();
  };
  // Some tests disconnect on purpose.
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    accepted,
    bodies: () => bodies,
    behave: (next: SmtpBehaviour) => {
      behaviour = next;
    },
    close: async () => {
      drop();
      await new Promise<void>((resolve) => server.close(resolve));
    },
  };
}
export type SmtpPeer = Awaited<ReturnType<typeof startSmtpPeer>>;
