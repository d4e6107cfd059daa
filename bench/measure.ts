import { setTimeout as pause } from "node:timers/promises";
import autocannon, { type Options, type Result } from "autocannon";

export interface LoadRequest {
  method: "GET" | "PUT" | "POST";
  path: string;
  headers?: Record<string, string>;
  body?: string;
  /** Builds each request individually, for those that may not be sent twice. */
  setupRequest?: (request: autocannon.Request) => autocannon.Request;
  /** Reads the response, for a request that depends on it. */
  onResponse?: (status: number, body: string) => void;
}

/** The requests that a connection sends in turn, by its number. Called once per connection and run. */
export type Load = (connection: number) => LoadRequest[];

/** Milliseconds and requests per second. */
export interface Measurement {
  perSecond: number;
  p50: number;
  p95: number;
  p99: number;
}

export interface Run {
  connections: number;
  seconds: number;
  /** Requests per second of all connections combined; unlimited by default. */
  rate?: number;
}

/** Sends a load. More refusals than connections, or an error, fail the measurement. */
export async function measure(address: string, load: Load, run: Run): Promise<Measurement> {
  const { times, perSecond } = await send(address, load, run);
  return { perSecond, ...percentiles(times) };
}

/**
 * The same with a new connection for each request, each connection's requests one after the other: for answers that close
 * theirs, of which autocannon counts the time of the next connection too.
 */
export async function measureClosing(address: string, load: Load, { connections, seconds }: Run): Promise<Measurement> {
  const times: number[] = [];
  const until = performance.now() + seconds * 1000;
  const client = async (connection: number) => {
    const [request] = load(connection);
    if (request === undefined) throw new Error("a load without a request");
    while (performance.now() < until) {
      const began = performance.now();
      const response = await fetch(address + request.path, { ...(request.headers && { headers: request.headers }) });
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`${address}${request.path}: ${response.status}`);
      times.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: connections }, (_, connection) => client(connection)));
  return { perSecond: times.length / seconds, ...percentiles(times) };
}

/** The same during work that starts a second later. @returns durations of the requests that overlapped it, ms */
export async function measureBeside(
  address: string,
  load: Load,
  run: Run,
  work: () => Promise<unknown>,
): Promise<number[]> {
  const stop = new AbortController();
  const span = { began: 0, ended: 0 };
  const working = async () => {
    await pause(1000);
    span.began = performance.now();
    await work();
    span.ended = performance.now();
  };
  const [{ times, sentAt }] = await Promise.all([
    send(address, load, run, stop.signal),
    working().finally(() => stop.abort()),
  ]);
  return times.filter((ms, index) => {
    const sent = sentAt[index] ?? 0;
    return sent < span.ended && sent + ms > span.began;
  });
}

async function send(address: string, load: Load, { connections, seconds, rate }: Run, stop?: AbortSignal) {
  let clients = 0;
  const times: number[] = [];
  const sentAt: number[] = [];
  const finished = Promise.withResolvers<Result>();
  const options: Options = {
    url: address,
    connections,
    duration: seconds,
    ...(rate !== undefined && { overallRate: rate }),
    setupClient: (client) => {
      client.setRequests(load(clients % connections));
      clients += 1;
    },
  };
  const instance = autocannon(options, (error, result) => (error ? finished.reject(error) : finished.resolve(result)));
  instance.on("response", (_client, _status, _bytes, ms) => {
    times.push(ms);
    sentAt.push(performance.now() - ms);
  });
  stop?.addEventListener("abort", () => instance.stop(), { once: true });
  const { non2xx, errors, requests } = await finished.promise;
  // A run may end between an order's two moves; the next run may then move it to its own status, once per connection.
  if (non2xx > connections || errors > 0) {
    throw new Error(`${address}: ${non2xx} refusals and ${errors} errors in ${requests.total} requests`);
  }
  return { times, sentAt, perSecond: requests.average };
}

export function percentiles(times: readonly number[]): Pick<Measurement, "p50" | "p95" | "p99"> {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

export function median(values: readonly number[]): number {
  return percentiles(values).p50;
}
