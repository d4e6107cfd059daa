import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type DocumentFixture, openFixture } from "#test/support/document-fixture.ts";
import { plainPdf } from "#test/support/plain-pdf.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const send = vi.fn(async () => ({ messageId: "ses-1" }));
let fixture: DocumentFixture;
beforeAll(async () => {
  const ses = { provider: "AWS", transport: { name: "ses", send } } as const;
  fixture = await openFixture({ transportsFor: () => [ses, ses] });
});
afterAll(() => fixture.close());

/** A mail in a state that it reached before the clock went back by two hours. */
async function waiting(state: string, attempts: number, waitMs: number): Promise<number> {
  const orderId = await fixture.addOrder({});
  const { mail } = await fixture.documents.upload(fixture.actor, async () => ({
    fields: { orderId, email: "traveller@example.com", mailServiceProvider: "AWS", reason: null },
    file: { content: plainPdf("Arrival card"), sha256: randomBytes(32), originalName: "card.pdf" },
  }));
  await fixture.pool.query("update mails set state = $2, attempts = $3, attempt_id = $4, due_at = $5 where id = $1", [
    mail.id,
    state,
    attempts,
    attempts === 0 ? null : `attempt-${mail.id}`,
    new Date(fixture.clock.at.getTime() + 2 * HOUR + waitMs),
  ]);
  return mail.id;
}

const waitOf = async (mailId: number) => {
  const { rows } = await fixture.pool.query<{ due_at: Date }>("select due_at from mails where id = $1", [mailId]);
  return (rows[0]?.due_at.getTime() ?? 0) - fixture.clock.at.getTime();
};

it.each([
  ["queued", 0, 15_000, 0],
  ["queued", 4, 2 * MINUTE, 5 * MINUTE],
  ["sending", 1, 5 * MINUTE, 5 * MINUTE],
  ["unknown", 1, 10 * MINUTE, 10 * MINUTE],
] as const)(
  "a mail that is %s after %i attempts waits no longer when the clock went back",
  async (state, attempts, waitMs, longest) => {
    const mailId = await waiting(state, attempts, waitMs);
    send.mockClear();
    await fixture.mail.sweep();
    if (longest === 0) return void expect(send).toHaveBeenCalledOnce();
    expect(await waitOf(mailId)).toBe(longest);
    expect(send).not.toHaveBeenCalled();
    const { rows } = await fixture.pool.query(
      "select from pgboss.job where name = 'mail-send' and data->>'mailId' = $1 and start_after > now()",
      [String(mailId)],
    );
    expect(rows).toHaveLength(1);
    // A wait that can be is left alone.
    fixture.advance(-MINUTE);
    await fixture.mail.sweep();
    expect(await waitOf(mailId)).toBe(longest + MINUTE);
  },
);
