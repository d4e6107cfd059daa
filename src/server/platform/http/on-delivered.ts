import { finished } from "node:stream";
import type { FastifyReply } from "fastify";

/**
 * Calls `delivered` once the client has received the whole response. The end of the response alone proves nothing: its
 * bytes, all of a small file, may still be in the kernel's buffer. The connection is therefore closed after the response:
 * a client that received everything answers with FIN, one that aborted with RST, and one that vanished not at all
 * within the server's timeout.
 */
export function onDelivered(reply: FastifyReply, delivered: () => void): void {
  const { raw } = reply;
  const { socket } = raw;
  reply.header("connection", "close");
  if (socket !== null) {
    // Node would destroy the connection with the last byte and never see the client's answer.
    socket.destroySoon = () => {
      socket.end();
    };
  }
  // Without an error the last byte was handed to the kernel. A client that disconnected is an error. A file that failed
  // before its first byte was answered with a refusal, which can be delivered too.
  finished(raw, (error) => {
    if (error || socket === null || raw.statusCode !== 200) return;
    socket.once("close", (hadError) => {
      if (!hadError && socket.readableEnded) delivered();
    });
  });
}
