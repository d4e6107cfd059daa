import { type MailPeerOptions, type ProviderShape, startMailPeer } from "./mail-peer.ts";

export const SENDGRID_KEY = "SG.a-key-of-the-tests";

interface SendgridRequest {
  personalizations: { to: { email: string }[] }[];
  custom_args?: Record<string, string>;
}

const shape: ProviderShape = {
  path: "/v3/mail/send",
  acceptStatus: 202,
  isAuthorised: ({ headers }) => headers.authorization === `Bearer ${SENDGRID_KEY}`,
  read: (text, serial) => {
    const body = JSON.parse(text) as SendgridRequest;
    return {
      messageId: `sendgrid-${serial}`,
      attemptId: body.custom_args?.attempt_id ?? "",
      mailId: Number(body.custom_args?.mail_id),
      to: body.personalizations.flatMap(({ to }) => to.map(({ email }) => email)).join(),
      body,
    };
  },
  accept: (response, { messageId }) => {
    response.writeHead(202, { "x-message-id": messageId, "content-length": "0" }).end();
  },
  refuse: (response, { refuse, message = "no" }) => {
    response
      .writeHead(refuse, { "content-type": "application/json" })
      .end(JSON.stringify({ errors: [{ message, field: null }] }));
  },
};

/** The sending part of SendGrid's mail API v3. */
export const startSendgridPeer = (options?: MailPeerOptions) => startMailPeer(shape, options);
