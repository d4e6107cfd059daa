/** @module-tag long */
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { mailEvents } from "#server/platform/db/schema.ts";
import { createMailTransports } from "#server/platform/mail/mail-transports.ts";
import { type DocumentFixture, openFixture } from "./support/document-fixture.ts";
import { keepLogOf } from "./support/log-capture.ts";
import type { Acceptance, MailPeer } from "./support/mail-peer.ts";
import type { KillPoint, OutboxChildOptions } from "./support/outbox-child.ts";
import { plainPdf } from "./support/plain-pdf.ts";
import { SENDGRID_KEY, startSendgridPeer } from "./support/sendgrid-peer.ts";
import { startSesPeer } from "./support/ses-peer.ts";

/** `npm run test:faults` kills twenty times at each point. */
const ROUNDS = Number(process.env.KILL_ROUNDS ?? "2");
const MINUTE = 60_000;
const card = plainPdf("Arrival card");
vi.setConfig({ testTimeout: 60_000 + ROUNDS * 30_000 });

let fixture: DocumentFixture;
let ses: MailPeer;
let sendgrid: MailPeer;

beforeAll(async () => {
  [ses, sendgrid] = await Promise.all([startSesPeer(), startSendgridPeer()]);
  const credentials = { accessKeyId: "AK", secretAccessKey: "secret" };
  const transportsFor = createMailTransports({
    ses: { region: "eu-west-1", credentials, endpoint: ses.url, configurationSet: null },
    sendgrid: { apiKey: SENDGRID_KEY, endpoint: sendgrid.url },
    smtpUrl: null,
    folder: "never-made",
  });
  fixture = await openFixture({ transportsFor });
});
afterAll(() => Promise.all([fixture.close(), ses.close(), sendgrid.close()]));
beforeEach(() => {
  for (const peer of [ses, sendgrid]) {
    peer.behave("accept");
    peer.accepted.length = 0;
    peer.hooks.onAccepted = undefined;
  }
});

interface Mail {
  orderId: number;
  mailId: number;
}

async function queued(): Promise<Mail> {
  const orderId = await fixture.addOrder();
  const { mail } = await fixture.documents.upload(fixture.actor, async () => ({
    fields: { orderId, email: "traveller@example.com", mailServiceProvider: "AWS", reason: null },
    file: { content: card, sha256: Buffer.alloc(32), originalName: "card.pdf" },
  }));
  return { orderId, mailId: mail.id };
}

/** Runs the outbox in its own process and kills it at the point, or when `killWhen` is fulfilled. */
async function killAt(point: KillPoint, mail: Mail, killWhen?: Promise<unknown>): Promise<void> {
  const options: OutboxChildOptions = {
    connectionString: fixture.connectionString,
    folder: fixture.folder,
    now: fixture.clock.at.toISOString(),
    ses: ses.url,
    sendgrid: sendgrid.url,
    point,
    ...mail,
    actorId: fixture.actor.id,
  };
  const script = path.join(import.meta.dirname, "support/outbox-child.ts");
  const child = spawn(process.execPath, [script, JSON.stringify(options)], {
    stdio: ["ignore", "pipe", "inherit", "pipe"],
  });
  keepLogOf(child);
  const ended = once(child, "exit");
  const output = once(createInterface({ input: child.stdio[1] as Readable }), "line").then(([line]) => line);
  const reached = killWhen === undefined ? output : Promise.race([killWhen.then(() => "reached"), output]);
  expect(await Promise.race([reached, ended.then(() => "ended")])).toBe("reached");
  child.kill("SIGKILL");
  const [, signal] = await ended;
  expect(signal).toBe("SIGKILL");
}

/** An hour of sweeps by another process: leases expire, unknown outcomes are waited for, retries become due. */
async function recover(): Promise<void> {
  for (const pause of [0, 5 * MINUTE, 10 * MINUTE, 5 * MINUTE, 10 * MINUTE, 10 * MINUTE, 10 * MINUTE, 10 * MINUTE]) {
    fixture.advance(pause);
    await fixture.mail.sweep();
  }
}

type Verdict = "lost" | "doubled without a mark" | "sent by two providers" | "once" | "marked" | "left to a person";

async function judge({ orderId, mailId }: Mail): Promise<Verdict> {
  const [entry] = await fixture.mail.listMails(fixture.db, orderId);
  const mine = (peer: MailPeer) => peer.accepted.filter((accepted) => accepted.mailId === mailId).length;
  const count = mine(ses) + mine(sendgrid);
  if (mine(ses) > 0 && mine(sendgrid) > 0) return "sent by two providers";
  if (count > 1 && !entry?.possible_duplicate) return "doubled without a mark";
  if (entry?.state === "unknown" && entry.possible_duplicate) {
    return (await fixture.order(orderId))?.status === "Contact Customer" ? "left to a person" : "lost";
  }
  if (count === 0 || entry?.state !== "sent") return "lost";
  return entry.possible_duplicate ? "marked" : "once";
}

/** The distinct results of all rounds. */
async function rounds(kill: () => Promise<Mail>): Promise<Set<Verdict>> {
  const verdicts = new Set<Verdict>();
  for (let round = 0; round < ROUNDS; round += 1) {
    ses.behave("accept");
    sendgrid.behave("accept");
    const mail = await kill();
    ses.behave("accept");
    sendgrid.behave("accept");
    await recover();
    verdicts.add(await judge(mail));
  }
  return verdicts;
}

describe("a process that is killed", () => {
  it.each<[string, KillPoint, Verdict]>([
    ["after the claim and before sending", "claimed", "marked"],
    ["between the provider's answer and the write of the outcome", "accepted", "marked"],
    ["while it writes the outcome and before the commit", "settling", "marked"],
    ["after the commit and before its job ends", "settled", "once"],
  ])("%s", async (_what, point, wanted) => {
    const verdicts = await rounds(async () => {
      const mail = await queued();
      await killAt(point, mail);
      return mail;
    });
    expect([...verdicts]).toEqual([wanted]);
  });

  it("after the mail is committed and before it is claimed", async () => {
    const verdicts = await rounds(async () => {
      const first = await queued();
      await fixture.mail.deliver(first.mailId);
      fixture.advance(2 * MINUTE);
      await killAt("queued", first);
      const [newest] = await fixture.mail.listMails(fixture.db, first.orderId);
      expect(newest).toMatchObject({ state: "queued" });
      return { ...first, mailId: newest?.id ?? 0 };
    });
    expect([...verdicts]).toEqual(["once"]);
  });

  it("between the provider's acceptance and its answer", async () => {
    const verdicts = await rounds(async () => {
      const mail = await queued();
      const accepted = Promise.withResolvers<void>();
      ses.hooks.onAccepted = () => accepted.resolve();
      ses.behave("stall-after-accepting");
      await killAt("none", mail, accepted.promise);
      return mail;
    });
    expect([...verdicts]).toEqual(["marked"]);
  });

  it("between the provider's answer and the write of the outcome, with reports: sent once, without a mark", async () => {
    const stored: Promise<unknown>[] = [];
    ses.hooks.onAccepted = (accepted) => stored.push(storeReport(accepted));
    const verdicts = await rounds(async () => {
      const mail = await queued();
      await killAt("accepted", mail);
      await Promise.all(stored);
      return mail;
    });
    expect([...verdicts]).toEqual(["once"]);
  });

  it.each<[string, KillPoint]>([
    ["before sending", "claimed"],
    ["after the provider's answer", "accepted"],
  ])(
    "in the resend of an unclear mail, %s: nothing is sent a third time, and the mail is left to a person",
    async (_what, point) => {
      const verdicts = await rounds(async () => {
        const mail = await queued();
        ses.behave("accept", ["drop-after-accepting"]);
        await fixture.mail.deliver(mail.mailId);
        fixture.advance(10 * MINUTE);
        await killAt(point, mail);
        return mail;
      });
      expect([...verdicts]).toEqual(["left to a person"]);
      expect(sendgrid.accepted).toEqual([]);
    },
  );

  it.each<[string, KillPoint]>([
    ["after the claim", "claimed"],
    ["after the other provider's answer", "accepted"],
  ])("in a failover, %s: the resend uses the provider that may have accepted it", async (_what, point) => {
    const verdicts = await rounds(async () => {
      const mail = await queued();
      ses.behave({ refuse: 503, name: "ServiceUnavailable" });
      for (let tries = 0; tries < 3; tries += 1) {
        await fixture.mail.deliver(mail.mailId);
        fixture.advance(5 * MINUTE);
      }
      await killAt(point, mail);
      return mail;
    });
    expect([...verdicts]).toEqual(["marked"]);
    expect(ses.accepted).toEqual([]);
  });

  it("is detected when it sends before it claims: the negative control", async () => {
    const verdicts = await rounds(async () => {
      const mail = await queued();
      await killAt("sent-before-claim", mail);
      return mail;
    });
    expect([...verdicts]).toEqual(["doubled without a mark"]);
  });
});

let reports = 0;
/** Stores the report of an acceptance, as the provider's webhook does. */
async function storeReport({ mailId, attemptId, messageId }: Acceptance): Promise<void> {
  reports += 1;
  const at = fixture.clock.at;
  const event = { provider: "AWS", eventKey: `kill-${reports}`, type: "accepted" } as const;
  await fixture.db.insert(mailEvents).values({ ...event, mailId, attemptId, messageId, at, receivedAt: at });
}
