import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { MailEventType } from "#contract/mail/mail.ts";
import { mailEvents } from "#server/platform/db/schema.ts";
import { type FaultFixture, openFaultFixture } from "../support/failing-providers.ts";
import { providerReport } from "../support/provider-reports.ts";

const MINUTE = 60_000;

let fixture: FaultFixture;

beforeAll(async () => {
  fixture = await openFaultFixture();
});
afterAll(() => fixture.close());
beforeEach(() => fixture.reset());

describe("a provider's report", () => {
  // A complaint blocks the address that all tests use.
  afterEach(async () => {
    await fixture.pool.query("delete from suppressions");
  });
  const report = (mailId: number, attemptId: string, type: MailEventType) =>
    fixture.mail.takeReport(
      providerReport(fixture, { mailId, attemptId, type, messageId: "ses-reported", isPermanent: false }),
    );
  const attemptOf = async (mailId: number): Promise<string> =>
    (await fixture.pool.query("select attempt_id from mails where id = $1", [mailId])).rows[0].attempt_id;

  /** A mail that SES accepted, but whose response was lost. */
  async function unclearMail() {
    fixture.setTransports(() => [fixture.awsTransport(), fixture.gridTransport()]);
    const mail = await fixture.queued();
    fixture.ses.behave("accept", ["drop-after-accepting"]);
    await fixture.mail.deliver(mail.mailId);
    expect(await fixture.entry(mail.orderId)).toMatchObject({ state: "unknown" });
    return { ...mail, attemptId: await attemptOf(mail.mailId) };
  }

  it.each([
    ["accepted", "sent", "Completed"],
    ["deferred", "sent", "Completed"],
    ["delivered", "delivered", "Completed"],
    ["bounced", "bounced", "Contact Customer"],
    ["complained", "complained", "Contact Customer"],
  ] as const)(
    "%s of an unclear attempt settles the mail immediately: no resend, no mark",
    async (type, state, status) => {
      const { orderId, mailId, attemptId } = await unclearMail();
      expect(await report(mailId, attemptId, type)).toBe("stored");
      expect(await report(mailId, attemptId, type)).toBe("stored");
      fixture.advance(60 * MINUTE);
      await fixture.mail.sweep();
      expect(fixture.ses.accepted).toHaveLength(1);
      expect(await fixture.entry(orderId)).toMatchObject({
        state,
        transport: "ses",
        message_id: "ses-reported",
        possible_duplicate: false,
      });
      expect((await fixture.order(orderId))?.status).toBe(status);
      expect((await fixture.events(orderId)).filter(({ type: recorded }) => recorded === "mail-accepted")).toHaveLength(
        1,
      );
    },
  );

  it("that was stored without being processed is found before the resend", async () => {
    const { orderId, mailId, attemptId } = await unclearMail();
    const at = fixture.clock.at;
    const given = { provider: "AWS", eventKey: "untold", mailId, attemptId, type: "delivered" } as const;
    await fixture.db.insert(mailEvents).values({ ...given, at, receivedAt: at });
    fixture.advance(10 * MINUTE);
    await fixture.mail.sweep();
    expect(fixture.ses.accepted).toHaveLength(1);
    expect(await fixture.entry(orderId)).toMatchObject({ state: "sent", possible_duplicate: false });
  });

  it("of a rejection ends the mail: it is not sent again", async () => {
    const { orderId, mailId, attemptId } = await unclearMail();
    expect(await report(mailId, attemptId, "rejected")).toBe("stored");
    fixture.advance(10 * MINUTE);
    await fixture.mail.sweep();
    expect(fixture.ses.accepted).toHaveLength(1);
    expect(await fixture.entry(orderId)).toMatchObject({ state: "failed" });
  });

  it("of the first attempt that arrives after a refused resend ends the attempts", async () => {
    const { orderId, mailId, attemptId } = await unclearMail();
    fixture.ses.behave({ refuse: 503, name: "ServiceUnavailable" });
    fixture.advance(10 * MINUTE);
    await fixture.mail.sweep();
    expect(await fixture.entry(orderId)).toMatchObject({ state: "queued", possible_duplicate: true });
    expect(await report(mailId, attemptId, "delivered")).toBe("stored");
    fixture.ses.behave("accept");
    fixture.advance(60 * MINUTE);
    await fixture.mail.sweep();
    expect(fixture.ses.accepted).toHaveLength(1);
    expect(await fixture.entry(orderId)).toMatchObject({ state: "delivered" });
  });

  it("that arrives before the provider's response does not change the outcome", async () => {
    fixture.setTransports(() => [fixture.awsTransport(), fixture.gridTransport()]);
    const { orderId, mailId } = await fixture.queued();
    const acceptedAttempt = Promise.withResolvers<string>();
    fixture.ses.hooks.onAccepted = ({ attemptId }) => acceptedAttempt.resolve(attemptId);
    fixture.ses.behave({ lateMs: 300 });
    const sending = fixture.mail.deliver(mailId);
    expect(await report(mailId, await acceptedAttempt.promise, "delivered")).toBe("stored");
    await sending;
    fixture.ses.hooks.onAccepted = undefined;
    expect(await fixture.entry(orderId)).toMatchObject({ state: "delivered", message_id: "ses-reported" });
    const accepted = (await fixture.events(orderId)).filter(({ type }) => type === "mail-accepted");
    expect(accepted).toHaveLength(1);
  });

  it("of an unknown attempt is ignored", async () => {
    fixture.setTransports(() => [fixture.awsTransport(), fixture.gridTransport()]);
    const { orderId, mailId } = await fixture.queued();
    expect(await report(mailId, "forged", "delivered")).toBe("foreign");
    expect(await fixture.entry(orderId)).toMatchObject({ state: "queued" });
  });
});
