import { expect, it } from "vitest";
import { createBroadcaster, readMessage } from "./notify-messages.ts";

it("reads messages of an older version, which have no claims", () => {
  expect(readMessage('{"orders":[1],"viewers":[2],"sessions":[]}')).toEqual({
    orders: [1],
    viewers: [2],
    sessions: [],
    claims: [],
  });
});

it("sends all changed claims in messages below PostgreSQL's limit, whatever the length of the ids", async () => {
  const sent: string[] = [];
  const broadcaster = createBroadcaster(
    async (text) => void sent.push(text),
    (error) => {
      throw error;
    },
  );
  const ids = Array.from({ length: 150 }, (_, index) => Number.MAX_SAFE_INTEGER - index);
  broadcaster.claimsChanged(ids);
  broadcaster.viewersChanged(ids);
  broadcaster.changed(ids);
  broadcaster.sessionsEnded(ids.map((id) => id % 2_147_483_647));
  while (sent.flatMap((text) => readMessage(text)?.claims ?? []).length < ids.length) await broadcaster.close();
  expect(sent.flatMap((text) => readMessage(text)?.claims ?? [])).toEqual(ids);
  for (const text of sent) expect(Buffer.byteLength(text)).toBeLessThan(8000);
});
