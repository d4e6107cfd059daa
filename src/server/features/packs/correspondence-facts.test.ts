import { afterAll, beforeAll, expect, it } from "vitest";
import { clearOrder } from "#test/support/evidence-order.ts";
import { type PackProgram, startPackProgram } from "#test/support/pack-program.ts";
import { packOneSections } from "./render/pack-one.ts";
import { packTwoSections } from "./render/pack-two.ts";

let program: PackProgram;
beforeAll(async () => {
  program = await startPackProgram("Team");
});
afterAll(() => program.stop());

it("a pack prints what was asked and answered, with grade, origin and the digests of files, and no passport number", async () => {
  const { orderId, mailId } = await clearOrder(program);
  expect(await program.factsOf(orderId)).not.toHaveProperty("correspondence");
  await program.set(orderId, { passportNumber: "N7788123" });
  const { pool } = program.database;
  const { rows } = await pool.query<{ id: number }>(
    `insert into mails (order_id, kind, created_at, created_by, customer_name, from_address, to_address, subject, html, text,
       provider, state, body)
     select order_id, 'message', '2026-03-01T10:00:00Z', (select min(id) from members), customer_name, from_address,
       to_address, 's', 'h', 't', provider, v.state, v.text from mails m
       cross join (values ('delivered', 'Is N7788123 right?'), ('cancelled', 'never sent')) as v (state, text)
      where m.id = $1 returning id`,
    [mailId],
  );
  await pool.query(
    `with question as (
       insert into customer_questions (order_id, mail_id, wants, state, asked_by, shown_from)
       select $1, $2, 'both', 'answered', min(id), now() from members returning id
     ), answer as (
       insert into customer_answers (question_id, order_id, created_at, text, digest, ip, user_agent, country)
       select id, $1, '2026-03-01T11:00:00Z', 'Yes, N 7788123', '', '192.0.2.7',
         'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
         'DE' from question returning id
     ) insert into answer_files (answer_id, position, name, content_type, bytes, sha256, storage_key, created_at)
       select id, 0, 'N7788123.png', 'image/png', 3, '\\xab', 'answers/pack', now() from answer`,
    [orderId, rows[0]?.id],
  );

  for (const type of [1, 2] as const) {
    const facts = await program.factsOf(orderId, type);
    expect(facts.correspondence).toEqual([
      { at: "2026-03-01T10:00:00.000Z", by: expect.any(String), text: "Is ***123 right?", files: [] },
      {
        at: "2026-03-01T11:00:00.000Z",
        by: null,
        text: "Yes, ***123",
        files: [{ name: "***123.png", bytes: 3, sha256: "ab" }],
        visit: expect.objectContaining({ ip: "192.0.2.7", place: "Germany", device: "Mobile iPhone" }),
      },
    ]);
    const sections = type === 1 ? packOneSections(facts) : packTwoSections(facts);
    const printed = JSON.stringify(sections);
    expect(printed).toContain(
      "Answer of the customer, on the tracking page, from 192.0.2.7 (Germany), Mobile iPhone [S]",
    );
    expect(printed).toContain("***123.png, 3 bytes, SHA-256 ab");
    expect(printed).not.toContain("7788123");
    expect(printed).not.toContain("never sent");
  }
});
