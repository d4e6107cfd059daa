import autocannon from "autocannon";

export interface LoadRequest {
  method: "GET" | "PUT";
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

/** The requests that one connection sends in turn, for its number and that of the run. */
export type Load = (connection: number, run: number) => LoadRequest[];

export interface Figure {
  perSecond: number;
  p50: number;
  p99: number;
}

export const CONNECTIONS = 20;
let runs = 0;

/** Requests a second that a server answers with success under 20 connections. Anything else fails the measurement. */
export async function measure(address: string, load: Load, seconds: number): Promise<Figure> {
  runs += 1;
  const run = runs;
  let clients = 0;
  const result = await autocannon({
    url: address,
    connections: CONNECTIONS,
    duration: seconds,
    setupClient: (client) => {
      client.setRequests(load(clients % CONNECTIONS, run));
      clients += 1;
    },
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(
      `${address}: ${result.non2xx} refusals and ${result.errors} errors in ${result.requests.total} requests`,
    );
  }
  return { perSecond: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 };
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
