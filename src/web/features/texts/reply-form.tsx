import { Button, Checkbox, NativeSelect, Stack, Textarea, TextInput } from "@mantine/core";
import { nanoid } from "@reduxjs/toolkit";
import { useEffect, useRef, useState } from "react";
import { Controller } from "react-hook-form";
import * as z from "zod";
import { messageLanguageSchema } from "#contract/conversation/conversation.ts";
import { ROLES, roleSchema } from "#contract/roles.ts";
import { type QuickReply, REPLY_NAME_MAX, saveQuickReplySchema } from "#contract/texts/quick-replies.ts";
import { LANGUAGES } from "#contract/tracking/visitor-languages.ts";
import { keepDraft, readJsonDraft } from "#web/platform/drafts.ts";
import { registerField, useContractForm } from "#web/platform/form.ts";
import { useContractSubmit } from "#web/platform/use-contract-submit.ts";
import { EditConflict } from "#web/ui/edit-conflict.tsx";
import { FormActions } from "#web/ui/form-actions.tsx";
import { KeptNote } from "#web/ui/kept-note.tsx";
import { insertText } from "./insert-text.ts";
import { ReplyVersions } from "./reply-versions.tsx";
import { useQuickRepliesQuery, useSaveQuickReplyMutation } from "./texts.api.ts";
import classes from "./texts.module.css";
import { VariableMenu } from "./variable-menu.tsx";

const LANGUAGE_CHOICES = LANGUAGES.map(([value, label]) => ({ value, label }));

const draftSchema = z.object({
  key: z.string(),
  language: messageLanguageSchema,
  version: z.int(),
  name: z.string(),
  subject: z.string(),
  body: z.string(),
  roles: z.array(roleSchema),
});
type ReplyValues = z.infer<typeof draftSchema>;

function valuesOf(reply: QuickReply | null): ReplyValues {
  if (reply === null) return { key: nanoid(), language: "en", version: 0, name: "", subject: "", body: "", roles: [] };
  const { key, language, version, name, subject, body, roles } = reply;
  return { key, language, version, name, body, subject: subject ?? "", roles: roles ?? [] };
}

interface Props {
  /** Null for a new one. */
  reply: QuickReply | null;
  onClose: () => void;
}

/** Adds or changes a quick reply. What was typed is kept until it is saved or cancelled. */
export function ReplyForm({ reply, onClose }: Props) {
  const topic = `quick-reply:${reply === null ? "new" : `${reply.key}:${reply.language}`}`;
  const [kept] = useState(() => readJsonDraft(topic, draftSchema));
  const form = useContractForm(saveQuickReplySchema, kept ?? valuesOf(reply));
  const [save, { isLoading }] = useSaveQuickReplyMutation();
  const area = useRef<HTMLTextAreaElement>(null);
  const version = form.watch("version");
  const { data } = useQuickRepliesQuery();
  const stored = data?.data.find(({ key, language }) => key === reply?.key && language === reply.language);
  const isNewer = stored !== undefined && stored.version > version && !isLoading;

  useEffect(() => {
    const { unsubscribe } = form.watch((values) => keepDraft(topic, JSON.stringify(values)));
    return unsubscribe;
  }, [form, topic]);
  const end = () => {
    keepDraft(topic, null);
    onClose();
  };
  const submit = useContractSubmit(form, (values) => save(values).unwrap(), {
    about: topic,
    sticky: true,
    onDone: end,
  });
  const removal = useContractSubmit(form, (values) => save({ ...values, removed: true }).unwrap(), {
    about: topic,
    sticky: true,
    onDone: end,
  });
  const body = registerField(form, "body");

  return (
    <form onSubmit={submit} noValidate aria-label="Quick reply">
      <Stack gap="sm">
        {isNewer && (
          <EditConflict
            title={`${stored.saved?.by ?? "A colleague"} has changed this quick reply meanwhile`}
            take="Take that text"
            onTake={() => form.reset(valuesOf(stored))}
            keep="Keep mine"
            onKeep={() => form.setValue("version", stored.version)}
          >
            <p>
              <span className={classes.text}>{stored.body}</span>
            </p>
          </EditConflict>
        )}
        {kept !== null && <KeptNote />}
        <TextInput
          label="Name"
          withAsterisk
          data-autofocus
          autoComplete="off"
          maxLength={REPLY_NAME_MAX}
          {...registerField(form, "name")}
        />
        <Controller
          control={form.control}
          name="roles"
          render={({ field }) => (
            <Checkbox.Group
              label="For"
              description="Everyone, unless roles are ticked. Admins and Managers see all."
              value={field.value ?? []}
              onChange={(roles) => field.onChange(ROLES.filter((role) => roles.includes(role)))}
            >
              <div className={classes.roles}>
                {ROLES.map((role) => (
                  <Checkbox key={role} value={role} label={role} />
                ))}
              </div>
            </Checkbox.Group>
          )}
        />
        <NativeSelect
          label="Language"
          disabled={reply !== null}
          data={LANGUAGE_CHOICES}
          {...registerField(form, "language")}
        />
        <TextInput
          label="Subject of a message"
          description="Empty leaves the subject as it is."
          autoComplete="off"
          {...registerField(form, "subject")}
        />
        <Textarea
          {...body}
          ref={(element) => {
            body.ref(element);
            area.current = element;
          }}
          label="Text"
          withAsterisk
          autosize
          minRows={5}
          maxRows={16}
        />
        <div>
          <VariableMenu onChoose={(place) => insertText(area.current, place)} />
        </div>
        {reply !== null && (
          <ReplyVersions reply={reply} onUse={(text) => form.setValue("body", text, { shouldValidate: true })} />
        )}
        <FormActions
          submit={reply?.is_removed === true ? "Put back" : "Save"}
          mt={0}
          loading={isLoading}
          onCancel={end}
        />
        {reply !== null && !reply.is_removed && (
          <div>
            <Button variant="subtle" color="coral" size="xs" loading={isLoading} onClick={() => void removal()}>
              Remove this quick reply
            </Button>
          </div>
        )}
      </Stack>
    </form>
  );
}
