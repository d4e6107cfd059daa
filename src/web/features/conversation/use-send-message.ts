import type { RefObject } from "react";
import type { UseFormReturn } from "react-hook-form";
import type * as z from "zod";
import type { ConversationMail } from "#contract/conversation/conversation.ts";
import { CONVERSATION_MESSAGES } from "#contract/conversation/messages.ts";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import type { Language } from "#contract/tracking/visitor-languages.ts";
import { type ApiError, toApiError } from "#web/platform/api-error.ts";
import { showRefusal } from "#web/platform/show-refusal.ts";
import { useConfirm } from "#web/ui/confirm.tsx";
import { useSendMessageMutation } from "./conversation.api.ts";
import type { MessageValues, messageFormSchema } from "./message-schema.ts";

type Checked = z.output<ReturnType<typeof messageFormSchema>>;
/** Refusals that concern the files, whose message names the file. */
const OF_FILES = new Set<string | undefined>(["too_large", "unsupported_type"]);

/** False when the message may have been stored although no answer said so. */
function isDecided({ refusal, httpStatus }: ApiError): boolean {
  return refusal !== null && httpStatus < 500;
}

/** Sends a message once under its key. Resolves to the stored mail, or to null when it was refused, which is shown. */
export function useSendMessage(
  order: OrderDetails,
  form: UseFormReturn<MessageValues, unknown, Checked>,
  {
    clientKey,
    renewKey,
    language,
  }: { clientKey: RefObject<string>; renewKey: () => void; language: Language | null | undefined },
) {
  const [call, { isLoading }] = useSendMessageMutation();
  const confirm = useConfirm();
  const orderId = order.order_id;

  const send = async (values: Checked, isConfirmed = false): Promise<ConversationMail | null> => {
    const { files, attachDocument, move, question, answerBy, ...text } = values;
    // A choice that differs is kept with the order.
    const isOtherLanguage = language !== undefined && text.language !== (language ?? "en");
    const isMove = move && order.next_statuses.includes("Awaiting");
    const body = {
      orderId,
      ...text,
      ...(isOtherLanguage && { customerLanguage: text.language }),
      ...(question !== "" && { question, ...(answerBy !== "" && { answerBy }) }),
      clientKey: clientKey.current,
      attachDocument: attachDocument ? ("Y" as const) : ("N" as const),
      ...(isMove && { moveTo: "Awaiting" as const, version: order.version }),
      ...(isConfirmed && { confirm: "passport_number" }),
    };
    try {
      return (await call({ body, files }).unwrap()).data;
    } catch (thrown) {
      const error = toApiError(thrown);
      if (error.refusal?.code === "confirmation_required" && !isConfirmed) {
        const text = CONVERSATION_MESSAGES.messagePassport;
        const isWanted = await confirm({ title: "Passport number", text, yes: "Send", no: "Back", danger: false });
        return isWanted ? await send(values, true) : null;
      }
      if (isDecided(error)) renewKey();
      if (OF_FILES.has(error.refusal?.code)) form.setError("files", { message: error.message });
      showRefusal(form, thrown, { sticky: true, about: `message ${orderId}` });
      return null;
    }
  };

  return { send: (values: Checked) => send(values), isSending: isLoading };
}
