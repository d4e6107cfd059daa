import type { ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import type { Pool } from "pg";
import { expect } from "vitest";
import { createLog } from "#server/platform/log.ts";

export interface CapturedLog {
  log: ReturnType<typeof createLog>;
  text(): string;
}

/** A log at debug level whose output a test can read. */
export function captureLog(): CapturedLog {
  const lines: string[] = [];
  const log = createLog("trace", {
    write: (line) => {
      lines.push(line);
      keepLine(line);
    },
  });
  return { log, text: () => lines.join("") };
}

/** Log lines of this test file's programs, each kind once. */
const kept = new Set<string>();
/** Personal data that was sent to this test file's programs. */
const persons = new Set<string>();
const OWN_TO_A_LINE = /"(?:time|reqId|ms|pid)":(?:"[^"]*"|\d+),?/g;

/** Test files share a process; each file's log is checked only for its own personal data. */
export function forgetLog(): void {
  kept.clear();
  persons.clear();
}

/** Adds values that must not appear in this test file's log. */
export function rememberPersons(values: readonly unknown[]): void {
  for (const value of values) {
    if (typeof value === "string" && value.length >= SHORTEST && !OWN_ADDRESS.test(value)) persons.add(value);
  }
}

/** Test files with faults or attacks, whose logs must always be checked. */
export const MUST_LOG =
  /\/test\/(?:faults|attacks)\/|\/test\/(?:crash|crash-files|failover|mail-faults|mail-kills|rolling-restart|unclear-commits)\.test\.ts$/;

export const hasLogged = () => kept.size > 0;

function keepLine(line: string): void {
  kept.add(line.replace(OWN_TO_A_LINE, ""));
}

/** Default log of a test's programs; checked when the test's database is dropped. */
export const testLog = createLog("debug", { write: keepLine });

/** Collects the log of a program in its own process from this descriptor. */
export function keepLogOf(child: ChildProcess, descriptor = 3): void {
  const stream = child.stdio[descriptor];
  if (!(stream instanceof Readable)) throw new Error(`the child has no descriptor ${descriptor} to log to`);
  createInterface({ input: stream }).on("line", keepLine);
}

/** @throws AssertionError with the log lines that contain personal data sent to this file's programs */
export async function expectLogWithoutPersons(values: readonly string[] = []): Promise<void> {
  rememberPersons(values);
  // A killed process may have written its last lines just before.
  await new Promise(setImmediate);
  expectNothingPersonal(keptLog(), [...persons]);
}

/** Everything that this test file's programs have logged so far. */
export const keptLog = () => [...kept].join("\n");

/** All columns with personal data. */
const PERSONAL = `
  select unnest(array[full_name, email, email_key, passport_number, flight_number, date_of_birth::text, place_of_stay,
    purpose_of_visit, port_of_departure, port_of_arrival, telephone_number, transaction_id, merchant_name, purchase_ip,
    user_agent, device_id, payment_fingerprint, billing_name, name_key, nationality_text]) from orders
  union select unnest(array[to_address, customer_name]) from mails
  union select unnest(array[original_name, customer_name]) from documents
  union select remark from remarks
  union select unnest(array[ip, user_agent]) from downloads
  union select recipient from mail_events
  union select unnest(array[email, name]) from members`;
/** Loopback addresses: the tests' own, also used for servers that do not answer. */
const OWN_ADDRESS = /^(?:127\.|::)/;
const MAX_VALUES = 5000;
/** Words of the program itself ("Team", "local") that may also be a test person's name. */
const SHORTEST = 6;

/** Personal data of travellers and members in the database. */
export async function personalValues(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ value: string | null }>(
    `select distinct value from (${PERSONAL}) as v (value) where length(value) >= ${SHORTEST} limit ${MAX_VALUES}`,
  );
  return rows.flatMap(({ value }) => (value === null || OWN_ADDRESS.test(value) ? [] : [value]));
}

/** Fails with the lines that contain one of the values. */
export function expectNothingPersonal(text: string, values: readonly string[]): void {
  const wanted = values.map((value) => value.toLowerCase());
  const leaks = text.split("\n").flatMap((line) => {
    const value = wanted.find((each) => line.toLowerCase().includes(each));
    return value === undefined ? [] : [{ value, line }];
  });
  expect(leaks).toEqual([]);
}
