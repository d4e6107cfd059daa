import { finished } from "node:stream";
import type { FastifyReply } from "fastify";

/**
 * Calls `taken` once the caller has taken the whole answer: every byte was handed to the network, and then he closed
 * his side in order. Bytes that were handed over may still wait in the kernel, a whole small file does, so the end of
 * the response alone proves nothing. The connection is therefore closed after this answer: an orderly caller answers
 * that with his own end, one that broke off with a reset, and one that vanished not at all within the server's timeout.
 */
export function onTaken(reply: FastifyReply, taken: () => void): void {
  const { raw } = reply;
  const { socket } = raw;
  reply.header("connection", "close");
  if (socket !== null) {
    // Node destroys the connection with the last byte, and would hear nothing of what follows.
    socket.destroySoon = () => {
      socket.end();
    };
  }
  // Without an error the response ended with its last byte handed over; a caller who went away is one.
  finished(raw, (error) => {
    if (error || socket === null) return;
    socket.once("close", (hadError) => {
      if (!hadError && socket.readableEnded) taken();
    });
  });
}
