import { sql } from "drizzle-orm";
import { expect, vi } from "vitest";
import { HOOK_MESSAGES } from "#contract/hooks/messages.ts";
import type { MailEntry } from "#contract/mail/mail.ts";
import type { MailProvider } from "#contract/mail/mail-providers.ts";
import { MESSAGES } from "#contract/messages.ts";
import type { MailTransports } from "#server/platform/mail/mail-transport.ts";
import type { ServiceOptions } from "#server/service-options.ts";
import { type Answer, intake } from "./client.ts";
import { orderDetails } from "./orders.ts";
import { plainPdf } from "./plain-pdf.ts";
import { startTestProgram } from "./test-program.ts";
import { SOON } from "./wait-limits.ts";

/** Providers that accept every mail: these tests are about later reports. */
export const takingTransports: MailTransports = (provider) => [
  {
    provider,
    transport: {
      name: provider === "AWS" ? "ses" : "sendgrid",
      send: async ({ attemptId }) => ({ messageId: `message-${attemptId}` }),
    },
  },
];

export interface Sent {
  orderId: number;
  email: string;
  mailId: number;
  attemptId: string;
}

export type HookProgram = Awaited<ReturnType<typeof startHookProgram>>;

/** A program whose mails are accepted by the provider, and to which provider reports are posted. */
export async function startHookProgram(services: ServiceOptions) {
  const program = await startTestProgram({ services: { mailTransports: takingTransports, ...services } });
  const staff = await program.signIn("Manager");
  const details = (orderId: number) => orderDetails(program, staff, orderId);
  let addresses = 0;

  /** An order with a unique address whose document mail was accepted by the provider. */
  async function sent(mailServiceProvider: MailProvider): Promise<Sent> {
    addresses += 1;
    const email = `traveller${addresses}@example.com`;
    const { order_id: orderId } = await intake(program, { email });
    const form = new FormData();
    for (const [name, value] of Object.entries({ orderId, email, mailServiceProvider })) form.set(name, String(value));
    form.set("uploadVisaDoc", new File([new Uint8Array(plainPdf("card"))], "card.pdf"));
    const upload = { method: "POST", headers: { authorization: staff }, body: form };
    expect((await fetch(`${program.address}/api/admin/upload-visa-document`, upload)).status).toBe(200);
    await vi.waitFor(async () => expect((await details(orderId)).process_status).toBe("Completed"), {
      ...SOON,
      interval: 50,
    });
    const { rows } = await program.db.execute<{ id: number; attempt_id: string }>(
      sql`select id, attempt_id from mails where order_id = ${orderId}`,
    );
    const [mail] = rows;
    return { orderId, email, mailId: mail?.id ?? 0, attemptId: mail?.attempt_id ?? "" };
  }

  return {
    ...program,
    sent,
    details,
    mailOf: async ({ orderId }: Sent): Promise<MailEntry | undefined> => (await details(orderId)).mailHistory[0],
  };
}

/** Summary of a response: HTTP status, code and message. */
export const outcome = ({ code, body }: Answer) => [code, body.code, body.message];
export const TAKEN = [200, undefined, ""];
export const FORGED = [403, "forbidden", HOOK_MESSAGES.hookForged];
export const STALE = [403, "forbidden", HOOK_MESSAGES.hookStale];
export const UNREADABLE = [400, "invalid_input", HOOK_MESSAGES.hookUnreadable];
export const UNAVAILABLE = [503, "unavailable", MESSAGES.unavailable];
