import type { MailState, MailTransportName } from "#contract/mail.ts";
import { statusLabel } from "#contract/order-status.ts";
import type { TimelinePayload, TimelineType } from "#contract/timeline.ts";
import type { Masks } from "./masking.ts";
import type { Evidence } from "./pack-facts.repository.ts";
import type { PackFacts } from "./pack-facts.ts";
import { type ClientWords, placeOf } from "./visits.ts";

type Mail = Evidence["mails"][number];
type Line = PackFacts["delivery"][number];
type Told = Pick<Line, "text" | "grade" | "kind">;
interface Teller {
  order: Evidence;
  masks: Masks;
  words: ClientWords;
}
type Sentences = { [T in TimelineType]?: (data: TimelinePayload<T>, teller: Teller) => Told | null };

const VIA: Record<MailTransportName, string> = {
  ses: "Amazon SES",
  sendgrid: "SendGrid",
  smtp: "SMTP server",
  // Said as it is: the bank may ask where it went.
  file: "a file of this installation, which has no mail server",
};

/** What each event proves of the delivery, in words for a stranger; what stands here not is told elsewhere or by nobody. */
const SENTENCES: Sentences = {
  created: ({ source }) =>
    source === "import"
      ? { text: "Order taken over from an earlier system", grade: "T", kind: "order" }
      : { text: "Order received from the checkout", grade: "S", kind: "order" },
  paid: ({ transaction_id }, { masks }) => ({
    text: `Payment recorded${transaction_id === null ? "" : `, transaction ${masks.line(transaction_id)}`}`,
    grade: "S",
    kind: "payment",
  }),
  moved: ({ to }) => ({ text: `Order moved to ${statusLabel(to)}`, grade: "S", kind: "move" }),
  returned: ({ to }) => ({ text: `Order moved back to ${statusLabel(to)}`, grade: "S", kind: "move" }),
  released: ({ to }) => ({ text: `Filing window opened, order moved to ${statusLabel(to)}`, grade: "S", kind: "move" }),
  "document-stored": ({ file1, bytes, sha256 }) => ({
    text: `Document ${file1} stored, ${bytes} bytes, SHA-256 ${sha256}`,
    grade: "S",
    kind: "document",
  }),
  "mail-accepted": ({ mail_id, transport, message_id }, { order, masks }) => {
    const mail = order.mails.find(({ id }) => id === mail_id);
    if (mail === undefined) return null;
    const what = mail.kind === "document" ? "Mail with the document" : "Notice";
    const how = transport === "file" ? "written to" : "handed to";
    const id = message_id === null ? "" : `, message id ${masks.line(message_id)}`;
    return { text: `${what} to ${masks.line(mail.toAddress)} ${how} ${VIA[transport]}${id}`, grade: "S", kind: "mail" };
  },
  tracked: ({ ip, country }, { words }) => ({
    text: `Tracking page opened with order id and e-mail address from ${withPlace(ip, country, words)}`,
    grade: "S",
    kind: "sign_in",
  }),
  "download-completed": ({ download_id, file1 }, { order, words }) => {
    const download = order.downloads.find(({ id }) => id === download_id);
    const from = download === undefined ? "" : ` from ${withPlace(download.ip, download.country, words)}`;
    return { text: `Document ${file1} downloaded to its last byte${from}`, grade: "S", kind: "download" };
  },
};

const REPORTS = {
  delivered: "The recipient's mail server accepted the mail",
  bounced: "The mail could not be delivered",
  complained: "The recipient received the mail and marked it as unwanted",
} as const;

/** In order of time: what our server recorded, and what mail providers reported, by their clocks. */
export function deliveryLines(teller: Teller): Line[] {
  const { order, masks } = teller;
  const own = order.events.flatMap(({ at, type, payload }): Line[] => {
    // Each sentence fits the payload of its type; TypeScript can't follow the pairing through the index.
    const tell = SENTENCES[type] as ((data: unknown, teller: Teller) => Told | null) | undefined;
    const told = payload === null ? null : (tell?.(payload.data, teller) ?? null);
    return told === null ? [] : [{ at: at.toISOString(), ...told }];
  });
  const reported = order.mails.flatMap((mail) =>
    (Object.keys(REPORTS) as (keyof typeof REPORTS)[]).flatMap((type): Line[] => {
      const at = firstReport(mail, type);
      if (at === null) return [];
      const text = `${REPORTS[type]} to ${masks.line(mail.toAddress)}`;
      return [{ at: at.toISOString(), text, grade: "P", kind: "mail" }];
    }),
  );
  return [...paidAtOnce(order), ...own, ...reported].toSorted((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)));
}

/** An order that came in paid has no event of its payment. */
function paidAtOnce({ isPaid, paidAt, createdAt, events }: Evidence): Line[] {
  if (!isPaid || events.some(({ type }) => type === "paid")) return [];
  if (isImported({ events })) {
    return [
      {
        at: (paidAt ?? createdAt).toISOString(),
        text: "Payment made, as the earlier system stated",
        grade: "T",
        kind: "payment",
      },
    ];
  }
  return [
    {
      at: (paidAt ?? createdAt).toISOString(),
      text: "Payment made, as the checkout stated",
      grade: "S",
      kind: "payment",
    },
  ];
}

/** Brought by staff in a file: its payment is what an earlier system knew. */
export function isImported({ events: [created] }: Pick<Evidence, "events">): boolean {
  const data = created?.payload?.data;
  return data !== undefined && "source" in data && data.source === "import";
}

function withPlace(ip: string, country: string | null | undefined, words: ClientWords): string {
  const place = placeOf(ip, country, words);
  return place === null ? ip : `${ip} (${place})`;
}

/** Providers repeat themselves, and tell of each recipient: the first report counts. */
function firstReport({ reports }: Mail, type: keyof typeof REPORTS): Date | null {
  const times = reports.filter((report) => report.type === type).map(({ at }) => at.getTime());
  return times.length === 0 ? null : new Date(Math.min(...times));
}

/** What a provider or server took and no server sent back. */
const TAKEN: ReadonlySet<MailState> = new Set(["written", "sent", "delivered", "complained"]);

/** The mail that delivered the current document: the latest to the order's own address, else the latest to another. */
export function deliveryMail({ order, masks }: Teller): PackFacts["deliveryMail"] {
  const [document] = order.documents;
  const taken = order.mails.filter(
    ({ documentId, kind, state }) => kind === "document" && documentId === document?.id && TAKEN.has(state),
  );
  const mail = taken.findLast(({ toAddress }) => toAddress.toLowerCase() === order.emailKey) ?? taken.at(-1);
  if (mail === undefined || mail.transport === null) return null;
  return {
    at: mail.createdAt.toISOString(),
    to: masks.line(mail.toAddress),
    isSent: mail.transport !== "file",
    via: VIA[mail.transport],
    messageId: masks.line(mail.messageId),
    acceptedAt: mail.acceptedAt?.toISOString() ?? null,
    deliveredAt: (firstReport(mail, "delivered") ?? firstReport(mail, "complained"))?.toISOString() ?? null,
  };
}
