import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { mailEvents } from "#server/platform/db/schema.ts";
import { createMailRoutes } from "#server/platform/mail/mail-routes.ts";
import { type Desk, openDesk } from "./support/document-desk.ts";
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

let desk: Desk;
let ses: MailPeer;
let sendgrid: MailPeer;

beforeAll(async () => {
  [ses, sendgrid] = await Promise.all([startSesPeer(), startSendgridPeer()]);
  const credentials = { accessKeyId: "AK", secretAccessKey: "secret" };
  const routes = createMailRoutes({
    ses: { region: "eu-west-1", credentials, endpoint: ses.url, configurationSet: null },
    sendgrid: { apiKey: SENDGRID_KEY, endpoint: sendgrid.url },
    smtpUrl: null,
    folder: "never-made",
  });
  desk = await openDesk({ routes });
});
afterAll(() => Promise.all([desk.close(), ses.close(), sendgrid.close()]));
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
  const orderId = await desk.addOrder();
  const { mail } = await desk.documents.upload(desk.actor, async () => ({
    fields: { orderId, email: "traveller@example.com", mailServiceProvider: "AWS", reason: null },
    file: { content: card, sha256: Buffer.alloc(32), originalName: "card.pdf" },
  }));
  return { orderId, mailId: mail.id };
}

/** Runs the outbox in a process of its own and kills it at the point, or when `killWhen` is fulfilled. */
async function killAt(point: KillPoint, mail: Mail, killWhen?: Promise<unknown>): Promise<void> {
  const options: OutboxChildOptions = {
    connectionString: desk.connectionString,
    folder: desk.folder,
    now: desk.clock.at.toISOString(),
    ses: ses.url,
    sendgrid: sendgrid.url,
    point,
    ...mail,
    actorId: desk.actor.id,
  };
  const script = path.join(import.meta.dirname, "support/outbox-child.ts");
  const child = spawn(process.execPath, [script, JSON.stringify(options)], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "exit");
  const said = once(createInterface({ input: child.stdout }), "line").then(([line]) => line);
  const reached = killWhen === undefined ? said : Promise.race([killWhen.then(() => "reached"), said]);
  expect(await Promise.race([reached, ended.then(() => "ended")])).toBe("reached");
  child.kill("SIGKILL");
  const [, signal] = await ended;
  expect(signal).toBe("SIGKILL");
}

/** What another process does in the hour after: leases end, doubts are waited out, retries come due. */
async function recover(): Promise<void> {
  for (const pause of [0, 5 * MINUTE, 10 * MINUTE, 5 * MINUTE, 10 * MINUTE, 10 * MINUTE, 10 * MINUTE, 10 * MINUTE]) {
    desk.advance(pause);
    await desk.mail.sweep();
  }
}

type Verdict = "lost" | "doubled without a mark" | "sent by two providers" | "once" | "marked" | "left to a person";

async function judge({ orderId, mailId }: Mail): Promise<Verdict> {
  const [entry] = await desk.mail.listMails(desk.db, orderId);
  const mine = (peer: MailPeer) => peer.accepted.filter((accepted) => accepted.mailId === mailId).length;
  const count = mine(ses) + mine(sendgrid);
  if (mine(ses) > 0 && mine(sendgrid) > 0) return "sent by two providers";
  if (count > 1 && !entry?.possible_duplicate) return "doubled without a mark";
  if (entry?.state === "unknown" && entry.possible_duplicate) {
    return (await desk.order(orderId))?.status === "Contact Customer" ? "left to a person" : "lost";
  }
  if (count === 0 || entry?.state !== "sent") return "lost";
  return entry.possible_duplicate ? "marked" : "once";
}

/** What every round came to. */
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
    ["after the claim, before the sending", "claimed", "marked"],
    ["between the provider's yes and the writing of it", "accepted", "marked"],
    ["while it writes the outcome, before the commit", "settling", "marked"],
    ["after the commit, before its job ends", "settled", "once"],
  ])("%s", async (_what, point, wanted) => {
    const verdicts = await rounds(async () => {
      const mail = await queued();
      await killAt(point, mail);
      return mail;
    });
    expect([...verdicts]).toEqual([wanted]);
  });

  it("after the mail is committed, before anybody claims it", async () => {
    const verdicts = await rounds(async () => {
      const first = await queued();
      await desk.mail.deliver(first.mailId);
      desk.advance(2 * MINUTE);
      await killAt("queued", first);
      const [newest] = await desk.mail.listMails(desk.db, first.orderId);
      expect(newest).toMatchObject({ state: "queued" });
      return { ...first, mailId: newest?.id ?? 0 };
    });
    expect([...verdicts]).toEqual(["once"]);
  });

  it("between the provider's acceptance and its answer", async () => {
    const verdicts = await rounds(async () => {
      const mail = await queued();
      const taken = Promise.withResolvers<void>();
      ses.hooks.onAccepted = () => taken.resolve();
      ses.behave("stall-after-accepting");
      await killAt("none", mail, taken.promise);
      return mail;
    });
    expect([...verdicts]).toEqual(["marked"]);
  });

  it("between the provider's yes and the writing of it, with reports: sent once, without a mark", async () => {
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
    ["before the sending", "claimed"],
    ["after the provider's yes", "accepted"],
  ])("in the resend of a doubtful mail, %s: nothing is sent a third time, a person is told", async (_what, point) => {
    const verdicts = await rounds(async () => {
      const mail = await queued();
      ses.behave("accept", ["drop-after-accepting"]);
      await desk.mail.deliver(mail.mailId);
      desk.advance(10 * MINUTE);
      await killAt(point, mail);
      return mail;
    });
    expect([...verdicts]).toEqual(["left to a person"]);
    expect(sendgrid.accepted).toEqual([]);
  });

  it.each<[string, KillPoint]>([
    ["after the claim", "claimed"],
    ["after the other provider's yes", "accepted"],
  ])("in a failover, %s: it stays with the provider that may have it", async (_what, point) => {
    const verdicts = await rounds(async () => {
      const mail = await queued();
      ses.behave({ refuse: 503, name: "ServiceUnavailable" });
      for (let tries = 0; tries < 3; tries += 1) {
        await desk.mail.deliver(mail.mailId);
        desk.advance(5 * MINUTE);
      }
      await killAt(point, mail);
      return mail;
    });
    expect([...verdicts]).toEqual(["marked"]);
    expect(ses.accepted).toEqual([]);
  });

  it("is caught when it sends before it claims: the control that has to fail", async () => {
    const verdicts = await rounds(async () => {
      const mail = await queued();
      await killAt("sent-before-claim", mail);
      return mail;
    });
    expect([...verdicts]).toEqual(["doubled without a mark"]);
  });
});

let reports = 0;
/** What the webhook of the provider's events does with an acceptance. */
async function storeReport({ mailId, attemptId, messageId }: Acceptance): Promise<void> {
  reports += 1;
  const at = desk.clock.at;
  const event = { provider: "AWS", eventKey: `kill-${reports}`, type: "accepted" } as const;
  await desk.db.insert(mailEvents).values({ ...event, mailId, attemptId, messageId, at, receivedAt: at });
}
