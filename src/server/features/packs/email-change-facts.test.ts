import { afterAll, beforeAll, expect, it } from "vitest";
import { emailStory, NEW, OLD } from "#test/support/email-changes.ts";
import { putOrder } from "#test/support/orders.ts";
import { type PackProgram, startPackProgram } from "#test/support/pack-program.ts";

let program: PackProgram;
beforeAll(async () => {
  program = await startPackProgram("Manager");
});
afterAll(() => program.stop());

it("a pack prints a change of the e-mail address, masked, and which part staff stated", async () => {
  const story = await emailStory(program);
  await story.ask();
  await story.confirm();
  await story.allWritten();
  await story.contest("email-changed");
  await story.resolve(true);
  await story.allWritten();
  await putOrder(program, story.orderId, { status: "Completed" });
  const { delivery } = await program.factsOf(story.orderId);
  const about = delivery.filter(({ text }) => text.toLowerCase().includes("mail"));
  expect(about.map(({ grade, text }) => `${grade}: ${text}`)).toEqual([
    "T: Change of the e-mail address from O***@mail.example to N***@else.example requested; the caller named passport number, amount paid",
    "S: E-mail address changed from O***@mail.example to N***@else.example, confirmed by the link mailed to N***@else.example, from 127.0.0.1",
    "S: Change of the e-mail address contested by the link mailed to the former one; mails were held",
    "T: Change of the e-mail address restored by the service; the address is O***@mail.example",
  ]);
  for (const email of [OLD, NEW]) expect(JSON.stringify(delivery)).not.toContain(email);
});
