// node bare-loop.ts CONNECTION_STRING FILE CLIENTS SECONDS: runs a file's statements in a loop with that many clients and
// prints the duration of each round in ms.
import { readFile } from "node:fs/promises";
import { Client } from "pg";

const [connectionString, file = "", clients, seconds] = process.argv.slice(2);
const statements = (await readFile(file, "utf8")).split(";\n").filter((text) => text.trim() !== "");
const times: number[] = [];

async function loop(end: number): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  while (performance.now() < end) {
    const began = performance.now();
    for (const [index, text] of statements.entries()) await client.query({ name: `statement_${index}`, text });
    times.push(performance.now() - began);
  }
  await client.end();
}

const end = performance.now() + Number(seconds) * 1000;
await Promise.all(Array.from({ length: Number(clients) }, () => loop(end)));
process.stdout.write(JSON.stringify(times));
