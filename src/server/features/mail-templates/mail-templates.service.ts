import type { MailTemplate } from "#contract/mail-templates.ts";
import { documentLetter } from "./document-letter.ts";
import type { Addressee, LetterSettings, WrittenLetter } from "./letter.ts";
import { noticeLetter } from "./notice-letter.ts";
import { passwordResetLetter } from "./password-reset-letter.ts";

/** Every letter that the program writes, and each of them with data that is made up. */
export interface MailTemplatesService {
  document(addressee: Addressee): Promise<WrittenLetter>;
  /** `sentTo`: where the document went instead. */
  notice(addressee: Addressee, sentTo: string): Promise<WrittenLetter>;
  passwordReset(name: string, token: string): Promise<WrittenLetter>;
  previews(): Promise<MailTemplate[]>;
}

/** Nobody's: the id is far above those of orders, the token opens nothing. */
const SAMPLE = {
  addressee: { orderId: 999_999_999, fullName: "Sample Traveller" },
  otherAddress: "friend.of.sample@example.com",
  member: "Sample Member",
  token: "sample-token-that-opens-nothing",
};

export function createMailTemplatesService(settings: LetterSettings): MailTemplatesService {
  const document: MailTemplatesService["document"] = (addressee) => documentLetter(settings, addressee);
  const notice: MailTemplatesService["notice"] = (addressee, sentTo) => noticeLetter(settings, addressee, sentTo);
  const passwordReset: MailTemplatesService["passwordReset"] = (name, token) =>
    passwordResetLetter(settings, name, token);
  return {
    document,
    notice,
    passwordReset,
    previews: async () => [
      {
        name: "document",
        title: "The document",
        sent_when:
          "When a document is uploaded and when it is resent: to the address given there, with the document attached.",
        ...(await document(SAMPLE.addressee)),
      },
      {
        name: "notice",
        title: "The notice to the order's own address",
        sent_when:
          "When a document goes to another address than the order's own: to the order's own, unless that is blocked.",
        ...(await notice(SAMPLE.addressee, SAMPLE.otherAddress)),
      },
      {
        name: "password-reset",
        title: "The link to set a new password",
        sent_when:
          "When a member of the team asks for it on the sign-in page: to the member's address. No copy of it can be read here later.",
        ...(await passwordReset(SAMPLE.member, SAMPLE.token)),
      },
    ],
  };
}
