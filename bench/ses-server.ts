// A minimal Amazon SES: reads each mail completely and accepts it. node ses-server.ts ''
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

let taken = 0;
const server = createServer((request, response) => {
  request.resume();
  request.once("end", () => {
    taken += 1;
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ MessageId: `ses-${taken}` }));
  });
});
server.listen(0, "127.0.0.1", () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
process.once("SIGTERM", () => process.exit(0));
