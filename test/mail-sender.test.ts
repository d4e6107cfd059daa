import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { TeamMember } from "#contract/team/team.ts";
import { call, intake } from "#test/support/client.ts";
import { plainPdf } from "#test/support/plain-pdf.ts";
import { type SmtpPeer, startSmtpPeer } from "#test/support/smtp-peer.ts";
import { emailOf, startTestProgram, type TestProgram } from "#test/support/test-program.ts";

const WAIT = { timeout: 60_000, interval: 20 };

let peer: SmtpPeer;
beforeAll(async () => {
  peer = await startSmtpPeer();
});
afterAll(() => peer.close());
beforeEach(() => {
  peer.accepted.length = 0;
});

/** One mail of each of the three queues. */
async function mailEach(program: TestProgram): Promise<void> {
  const admin = await program.signIn("Admin");
  const { order_id: orderId } = await intake(program);
  const form = new FormData();
  const fields = { orderId, email: "traveller@example.com", mailServiceProvider: "AWS" };
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  form.set("uploadVisaDoc", new File([new Uint8Array(plainPdf("card"))], "card.pdf"));
  const upload = { method: "POST", headers: { authorization: admin }, body: form };
  expect((await fetch(`${program.address}/api/admin/upload-visa-document`, upload)).status).toBe(200);

  const body = { email: emailOf("Night Staff") };
  expect((await call(program.address, "POST", "/api/admin/forgot-password", { body })).code).toBe(200);

  const team = await call<TeamMember[]>(program.address, "GET", "/api/admin/get-team-member-list", { token: admin });
  const member = team.body.data.find(({ type }) => type === "Telecaller");
  const change = { tmId: member?.id, name: member?.name, email: member?.email, type: "Team" };
  const changed = await call(program.address, "POST", "/api/admin/update-team-member", { token: admin, body: change });
  expect(changed.code).toBe(200);
}

it.each([
  { given: "no-reply@desk.example", sender: '"Arrival Card, Sri Lanka" <no-reply@desk.example>' },
  { given: "Our Desk <desk@desk.example>", sender: "Our Desk <desk@desk.example>" },
])("every mail of MAIL_FROM=$given comes from $sender", async ({ given, sender }) => {
  const environment = { SMTP_URL: peer.url, MAIL_FROM: given, SERVICE_NAME: "Arrival Card, Sri Lanka" };
  const program = await startTestProgram({ environment });
  try {
    await mailEach(program);
    await vi.waitFor(() => expect(peer.accepted).toHaveLength(3), WAIT);
    const headers = peer.accepted.map((raw) => [/^To: (.+)\r$/m.exec(raw)?.[1], /^From: (.+)\r$/m.exec(raw)?.[1]]);
    const to = ["traveller@example.com", emailOf("Night Staff"), emailOf("Telecaller")];
    expect(headers.sort()).toEqual(to.map((address) => [address, sender]).sort());
  } finally {
    await program.stop();
  }
});
