import { Alert, Button, Checkbox, Group, NativeSelect, Skeleton, Stack, Textarea, TextInput } from "@mantine/core";
import { IconEye, IconMailOff, IconSend } from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { useController } from "react-hook-form";
import type { ConversationMail } from "#contract/conversation/conversation.ts";
import { CONVERSATION_MESSAGES, variablesMessage } from "#contract/conversation/messages.ts";
import { BLOCK_MESSAGES } from "#contract/mail/mail.ts";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import { MOVE_LABELS } from "#contract/orders/order-moves.ts";
import { LANGUAGES, type Language } from "#contract/tracking/visitor-languages.ts";
import { ChangeEmail } from "#web/features/email-changes/change-email.tsx";
import { MessageTabs } from "#web/features/mail/message-tabs.tsx";
import { insertText } from "#web/features/texts/insert-text.ts";
import { QuickReplies } from "#web/features/texts/quick-replies.tsx";
import { VariableMenu } from "#web/features/texts/variable-menu.tsx";
import { registerField, resetSaved, useContractForm } from "#web/platform/form.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { FormActions } from "#web/ui/form-actions.tsx";
import { AttachedFiles } from "./attached-files.tsx";
import { usePreviewMessageQuery } from "./conversation.api.ts";
import classes from "./conversation.module.css";
import { blankMessage, keepMessageDraft, newClientKey, readMessageDraft } from "./message-draft.ts";
import { type MessageValues, messageFormSchema } from "./message-schema.ts";
import { useSendMessage } from "./use-send-message.ts";

const QUESTION_CHOICES = [
  { value: "", label: "Nothing" },
  { value: "text", label: "An answer" },
  { value: "file", label: "A file" },
  { value: "both", label: "An answer or a file" },
];
const LANGUAGE_CHOICES = LANGUAGES.map(([value, label]) => ({ value, label }));

interface Props {
  order: OrderDetails;
  /** What it starts with besides the kept text: the values of a message that was stopped. */
  start: MessageValues | null;
  /** How often the editor was requested. */
  openings: number;
  /** Where replies go: null for nowhere, undefined until it is known. */
  replyTo: string | null | undefined;
  /** In which mails to the customer are written: null while nobody knows it, undefined until that is known. */
  language: Language | null | undefined;
  onSent: (mail: ConversationMail, typed: MessageValues) => void;
  onClose: () => void;
}

/** Writes to the order's own address. What was typed stays until it is sent or emptied. */
export function MessageEditor({ order, start, openings, replyTo, language, onSent, onClose }: Props) {
  const orderId = order.order_id;
  const document = order.uploadDoc.find(({ current }) => current);
  const schema = useMemo(() => messageFormSchema(document?.bytes ?? 0), [document?.bytes]);
  const [kept] = useState(() => readMessageDraft(orderId));
  const form = useContractForm(schema, {
    ...blankMessage(orderId),
    ...start,
    ...(kept !== null && { subject: kept.subject, body: kept.body }),
  });
  const { errors } = form.formState;
  // The first invalid field, in the order of these calls, is focused.
  const subject = registerField(form, "subject");
  const { field: body } = useController({ control: form.control, name: "body" });
  const { field: files } = useController({ control: form.control, name: "files" });
  const asks = form.watch("question") !== "";
  const area = useRef<HTMLTextAreaElement>(null);
  const [previewed, setPreviewed] = useState<MessageValues | null>(null);
  const block = sendBlock(order);

  const clientKey = useRef(kept?.clientKey ?? newClientKey());
  useEffect(() => {
    const { unsubscribe } = form.watch(({ subject = "", body = "" }) =>
      keepMessageDraft(orderId, { subject, body, clientKey: clientKey.current }),
    );
    return unsubscribe;
  }, [form, orderId]);
  const renewKey = () => {
    clientKey.current = newClientKey();
    keepMessageDraft(orderId, { ...form.getValues(), clientKey: clientKey.current });
  };
  const { send, isSending } = useSendMessage(order, form, { clientKey, renewKey, language });

  useEffect(() => {
    if (start === null && language != null) form.resetField("language", { defaultValue: language });
  }, [form, start, language]);

  useEffect(() => {
    if (openings > 0) form.setFocus("body");
  }, [openings, form]);

  const submit = form.handleSubmit(async (values) => {
    const typed = form.getValues();
    const mail = await send(values);
    if (mail === null) return;
    resetSaved(form, { ...blankMessage(orderId), language: typed.language });
    renewKey();
    onSent(mail, typed);
  });
  // A second press while the first one is still being handled would ask or send twice.
  const isBusy = useRef(false);
  const submitOnce = async () => {
    if (isBusy.current || block !== null) return;
    isBusy.current = true;
    await submit().finally(() => {
      isBusy.current = false;
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (!event.repeat) void submitOnce();
  };

  return (
    <>
      <SendBlock order={order} block={block} />
      <form
        noValidate
        aria-label="Message to the customer"
        onKeyDown={onKeyDown}
        onSubmit={(event) => {
          event.preventDefault();
          void submitOnce();
        }}
      >
        <Stack gap="sm">
          <TextInput label="Subject" withAsterisk autoComplete="off" {...subject} />
          <Textarea
            {...body}
            ref={(element) => {
              body.ref(element);
              area.current = element;
            }}
            label="Message"
            withAsterisk
            autosize
            minRows={6}
            maxRows={20}
            error={errors.body?.message}
          />
          <Group gap="xs">
            <VariableMenu onChoose={(place) => insertText(area.current, place)} />
            <QuickReplies
              order={order}
              language={form.watch("language")}
              area={area}
              onSubject={(text) => form.setValue("subject", text, { shouldValidate: true })}
            />
            <Button
              variant="default"
              size="xs"
              leftSection={<IconEye size={16} aria-hidden />}
              onClick={() => setPreviewed(form.getValues())}
            >
              Preview
            </Button>
          </Group>
          <Group gap="sm" align="flex-end">
            <NativeSelect label="Ask the customer for" data={QUESTION_CHOICES} {...form.register("question")} />
            {asks && <TextInput label="Until" type="date" max="9999-12-31" {...registerField(form, "answerBy")} />}
          </Group>
          {asks && (
            <p className={classes.note}>
              The customer answers on their page, where the mail's button leads. A question that is still open is
              closed.
            </p>
          )}
          <NativeSelect
            label="Language of the button and footer"
            description="The customer's, as far as it is known. Another choice is kept for later mails. Your text is sent as typed."
            className={classes.language ?? ""}
            data={LANGUAGE_CHOICES}
            {...form.register("language")}
          />
          {document !== undefined && (
            <Checkbox label={`Attach the current document (${document.file1})`} {...form.register("attachDocument")} />
          )}
          <AttachedFiles
            files={files.value}
            error={errors.files?.message}
            buttonRef={files.ref}
            onChange={files.onChange}
          />
          {order.next_statuses.includes("Awaiting") && (
            <Checkbox label={MOVE_LABELS.Awaiting} {...form.register("move")} />
          )}
          {replyTo !== undefined && !(asks && replyTo === null) && (
            <p className={classes.note}>
              {replyTo === null ? "Replies are not received." : `Replies go to ${replyTo}.`}
            </p>
          )}
          <FormActions
            submit="Send"
            cancel="Close"
            mt={0}
            title="Ctrl+Enter"
            loading={isSending}
            disabled={block !== null}
            leftSection={<IconSend size={16} aria-hidden />}
            onCancel={onClose}
          />
        </Stack>
      </form>
      <Dialog isOpen={previewed !== null} onClose={() => setPreviewed(null)} title="Preview" size="xl">
        {previewed !== null && <MessagePreview orderId={orderId} values={previewed} />}
      </Dialog>
    </>
  );
}

/** Why nothing can be sent to the customer now, or null. */
function sendBlock({ process_status, email, blocked_addresses }: OrderDetails): string | null {
  if (process_status === "Deleted") return CONVERSATION_MESSAGES.messageDeleted;
  if (email === null) return CONVERSATION_MESSAGES.messageNoAddress;
  const block = blocked_addresses.find((blocked) => blocked.email === email.toLowerCase());
  return block === undefined ? null : BLOCK_MESSAGES[block.reason];
}

/** Says so, and offers another address to who may change it. */
function SendBlock({ order, block }: { order: OrderDetails; block: string | null }) {
  if (block === null) return null;
  return (
    <Alert color="coral" icon={<IconMailOff size={20} aria-hidden />} title="Nothing can be sent">
      <div className={classes.block}>
        <p>{block}</p>
        <ChangeEmail order={order} isButton />
      </div>
    </Alert>
  );
}

const PASSPORT = "It contains the customer's passport number. You will be asked to confirm before it is sent.";

/** Shows the message as it would be sent, with warnings. */
function MessagePreview({ orderId, values }: { orderId: number; values: MessageValues }) {
  const { subject, body, language, question } = values;
  const draft = { orderId, subject, body, language, ...(question !== "" && { question }) };
  const { data, error, refetch } = usePreviewMessageQuery(draft);
  if (error !== undefined) return <ErrorState error={error} onRetry={refetch} />;
  if (data === undefined) return <Skeleton height="min(60vh, 560px)" aria-hidden />;
  const { missing, unknown, warnings } = data.data;
  const problem = variablesMessage({ unknown, missing });
  return (
    <>
      {problem !== "" && <Alert color="coral" title={problem} mb="sm" />}
      {warnings.length > 0 && <Alert color="saffron" title={PASSPORT} mb="sm" />}
      <p className={classes.subject}>{data.data.subject}</p>
      <MessageTabs message={data.data} htmlLabel="How it looks" />
    </>
  );
}
