import { type MailPeerOptions, type ProviderShape, startMailPeer } from "./mail-peer.ts";

interface SesRequest {
  Destination: { ToAddresses: string[] };
  Content: { Raw: { Data: string } };
  EmailTags?: { Name: string; Value: string }[];
  ConfigurationSetName?: string;
}

const shape: ProviderShape = {
  path: "/v2/email/outbound-emails",
  acceptStatus: 200,
  isAuthorised: ({ headers }) => headers.authorization?.startsWith("AWS4-HMAC-SHA256 Credential=") === true,
  read: (text, serial) => {
    const body = JSON.parse(text) as SesRequest;
    const tag = (name: string) => body.EmailTags?.find(({ Name }) => Name === name)?.Value ?? "";
    return {
      messageId: `ses-${serial}`,
      attemptId: tag("attempt_id"),
      mailId: Number(tag("mail_id")),
      to: body.Destination.ToAddresses.join(),
      body,
    };
  },
  accept: (response, { messageId }) => {
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ MessageId: messageId }));
  },
  refuse: (response, { refuse, name = "BadRequestException", message = "no" }) => {
    response
      .writeHead(refuse, { "content-type": "application/json", "x-amzn-errortype": name })
      .end(JSON.stringify({ message }));
  },
};

/** The sending part of Amazon SES v2. */
export const startSesPeer = (options?: MailPeerOptions) => startMailPeer(shape, options);
