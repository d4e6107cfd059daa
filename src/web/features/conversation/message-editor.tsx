import { Button, Checkbox, Group, NativeSelect, Stack, Textarea, TextInput } from "@mantine/core";
import { IconEye, IconSend } from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { useController } from "react-hook-form";
import type { ConversationMail } from "#contract/conversation/conversation.ts";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import { MOVE_LABELS } from "#contract/orders/order-moves.ts";
import { LANGUAGES } from "#contract/tracking/visitor-languages.ts";
import { resetSaved, useContractForm } from "#web/platform/form.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { AttachedFiles } from "./attached-files.tsx";
import classes from "./conversation.module.css";
import { blankMessage, keepMessageDraft, newClientKey, readMessageDraft } from "./message-draft.ts";
import { MessagePreview } from "./message-preview.tsx";
import { type MessageValues, messageFormSchema } from "./message-schema.ts";
import { SendBlock, sendBlock } from "./send-block.tsx";
import { useSendMessage } from "./use-send-message.ts";
import { VariableMenu } from "./variable-menu.tsx";

const LANGUAGE_CHOICES = LANGUAGES.map(([value, label]) => ({ value, label }));

interface Props {
  order: OrderDetails;
  /** What it starts with besides the kept text: the values of a message that was stopped. */
  start: MessageValues | null;
  /** How often the editor was requested. */
  asked: number;
  /** Where replies go: null for nowhere, undefined until it is known. */
  replyTo: string | null | undefined;
  onSent: (mail: ConversationMail, typed: MessageValues) => void;
  onClose: () => void;
}

/** Writes to the order's own address. What was typed stays until it is sent or emptied. */
export function MessageEditor({ order, start, asked, replyTo, onSent, onClose }: Props) {
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
  const subject = form.register("subject");
  const { field: body } = useController({ control: form.control, name: "body" });
  const { field: files } = useController({ control: form.control, name: "files" });
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
  const { send, isSending } = useSendMessage(order, form, { clientKey, renewKey });

  useEffect(() => {
    if (asked > 0) form.setFocus("body");
  }, [asked, form]);

  const submit = form.handleSubmit(async (values) => {
    const typed = form.getValues();
    const mail = await send(values);
    if (mail === null) return;
    resetSaved(form, blankMessage(orderId));
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

  const insert = (variable: string) => {
    if (area.current === null) return;
    const { selectionStart, selectionEnd } = area.current;
    area.current.setRangeText(`{{${variable}}}`, selectionStart, selectionEnd, "end");
    body.onChange(area.current.value);
    area.current.focus();
  };

  return (
    <div className={classes.editor}>
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
          <TextInput label="Subject" withAsterisk autoComplete="off" error={errors.subject?.message} {...subject} />
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
            <VariableMenu onChoose={insert} />
            <Button
              variant="default"
              size="xs"
              leftSection={<IconEye size={16} aria-hidden />}
              onClick={() => setPreviewed(form.getValues())}
            >
              Preview
            </Button>
          </Group>
          <NativeSelect
            label="Language of the button and footer"
            description="Your text is sent as typed."
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
          {replyTo !== undefined && (
            <p className={classes.note}>
              {replyTo === null ? "Replies are not received." : `Replies go to ${replyTo}.`}
            </p>
          )}
          <Group gap="xs" justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Close
            </Button>
            <Button
              type="submit"
              title="Ctrl+Enter"
              loading={isSending}
              disabled={block !== null}
              leftSection={<IconSend size={16} aria-hidden />}
            >
              Send
            </Button>
          </Group>
        </Stack>
      </form>
      <Dialog isOpen={previewed !== null} onClose={() => setPreviewed(null)} title="Preview" size="xl">
        {previewed !== null && <MessagePreview orderId={orderId} values={previewed} />}
      </Dialog>
    </div>
  );
}
