const ADDRESS = /^postgres(?:ql)?:\/\/(?:[^/?#]*@)?([^/?#@]*)(?:[/?]|$)/;

/**
 * Checks a database URL before it is given to pg.
 * @throws Error with a message for the operator, without the password
 */
export function checkDatabaseUrl(text: string): void {
  const [, server] = ADDRESS.exec(text) ?? [];
  if (server === undefined) throw new Error("must be an address like postgres://user:password@host:5432/database");
  if (server.includes(",")) {
    throw new Error(
      "names several servers: give the one address of a proxy that leads to the primary, see docs/operations/high-availability.md",
    );
  }
  // With a unix socket the host is empty and the socket's folder is a query parameter.
  if (server !== "" && !URL.canParse(text)) throw new Error("can't be read as an address");
}
