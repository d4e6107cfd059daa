import { Client } from "pg";
import type { DeskClient } from "./desk-client.ts";
import { readState } from "./hosts.ts";

/*
 * A server that loses its power or its network says no goodbye: its connections stay silent for a quarter of an hour
 * until the system gives them up. So whenever answers are overdue, the server is asked over a fresh connection.
 * Time is counted in turns of one timer and not by the clock: a process that was busy itself has not waited.
 */
const TURN_MS = 1000;
/** An answer is overdue after this many turns. */
const OVERDUE = 2;
/** A server that has not answered the question by then has missed it. */
const PATIENCE = 3;
/** As many questions in a row a server may not miss. */
const MISSES = 2;
/** A commit that has waited for the standby so many turns is given up as unclear. */
const STANDBY_PATIENCE = 8;

interface Watched {
  /** Of the client when it was last looked at; unchanged: still the same statement. */
  answers: number;
  waited: number;
}

interface Question {
  asker: Client;
  age: number;
}

const watched = new Map<DeskClient, Watched>();
/** By server; one question at a time. */
const questions = new Map<string, Question>();
const misses = new Map<string, number>();
let timer: NodeJS.Timeout | undefined;

/** From now until the returned function is called. */
export function watchConnection(client: DeskClient): () => void {
  watched.set(client, { answers: client.answers, waited: 0 });
  timer ??= setInterval(turn, TURN_MS).unref();
  return () => {
    watched.delete(client);
    if (watched.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Has the client's server asked at once: it refused a write. When it takes none, all connections to it end. */
export function suspect(client: DeskClient): void {
  const server = serverOf(client);
  if (!questions.has(server)) void ask(server, client);
}

const serverOf = ({ hosts, address }: DeskClient) =>
  address === null ? hosts.connectionString : `${hosts.connectionString} ${address.host} ${address.port}`;

function turn(): void {
  for (const [server, question] of questions) {
    question.age += 1;
    if (question.age > PATIENCE) {
      questions.delete(server);
      question.asker.connection.stream.destroy();
      miss(server);
    }
  }
  const overdue = new Map<string, DeskClient>();
  for (const [client, state] of watched) {
    const isWaiting = client.awaited > 0 && client.answers === state.answers;
    state.waited = isWaiting ? state.waited + 1 : 0;
    state.answers = client.answers;
    if (state.waited >= OVERDUE) overdue.set(serverOf(client), client);
  }
  for (const server of misses.keys()) if (!overdue.has(server)) misses.delete(server);
  for (const [server, client] of overdue) if (!questions.has(server)) void ask(server, client);
}

async function ask(server: string, { hosts, address }: DeskClient): Promise<void> {
  const asker = new Client({ connectionString: hosts.connectionString, application_name: "arrival-desk watch" });
  asker.on("error", () => undefined);
  if (address !== null) Object.assign(asker, address);
  const question = { asker, age: 0 };
  questions.set(server, question);
  try {
    await asker.connect();
    const { isReadOnly } = await readState(asker, hosts);
    const waiting = await waitingForStandby(asker, server);
    if (questions.get(server) !== question) return;
    misses.delete(server);
    if (isReadOnly) cutAll(server, "the server takes no writes");
    for (const client of waiting) client.cut("the standby does not confirm");
  } catch (error) {
    // With `severity` the server itself speaks: "no connection left" comes from a living one, "shutting down" does not.
    const { code = "", severity } = error as { code?: string; severity?: string };
    const isAlive = severity !== undefined && !code.startsWith("57P");
    if (questions.get(server) === question && !isAlive) miss(server);
  } finally {
    if (questions.get(server) === question) questions.delete(server);
    void asker.end().catch(() => undefined);
  }
}

/** Our connections whose commit is done on the server and waits for a standby that is away. */
async function waitingForStandby(asker: Client, server: string): Promise<DeskClient[]> {
  const patient = [...watched].filter(
    ([client, { waited }]) => waited >= STANDBY_PATIENCE && serverOf(client) === server,
  );
  if (patient.length === 0) return [];
  const { rows } = await asker.query<{ pid: number }>(
    "select pid from pg_stat_activity where wait_event = 'SyncRep' and pid = any($1::int[])",
    [patient.map(([{ processID }]) => processID)],
  );
  const pids = new Set(rows.map(({ pid }) => pid));
  return patient.map(([client]) => client).filter(({ processID }) => processID !== null && pids.has(processID));
}

function miss(server: string): void {
  const count = (misses.get(server) ?? 0) + 1;
  misses.set(server, count);
  if (count >= MISSES) cutAll(server, "the server does not answer");
}

function cutAll(server: string, reason: string): void {
  misses.delete(server);
  for (const client of watched.keys()) if (serverOf(client) === server) client.cut(reason);
}
