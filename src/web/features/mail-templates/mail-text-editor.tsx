import { Button, Group, NativeSelect, Skeleton, Stack, Textarea, TextInput } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import * as z from "zod";
import {
  MAIL_TEXT_VARIABLES,
  type MailText,
  type MailTextKey,
  mailTextSchema,
  saveMailTextSchema,
} from "#contract/texts/mail-texts.ts";
import { directionOf, LANGUAGES, type Language } from "#contract/tracking/visitor-languages.ts";
import { insertText } from "#web/features/texts/insert-text.ts";
import { VariableMenu } from "#web/features/texts/variable-menu.tsx";
import { keepDraft, readJsonDraft } from "#web/platform/drafts.ts";
import { registerField, useContractForm } from "#web/platform/form.ts";
import { useContractSubmit } from "#web/platform/use-contract-submit.ts";
import { EditConflict } from "#web/ui/edit-conflict.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { FormActions } from "#web/ui/form-actions.tsx";
import { KeptNote } from "#web/ui/kept-note.tsx";
import { useMailTextsQuery, useSaveMailTextMutation, useTestMailTextMutation } from "./mail-templates.api.ts";
import classes from "./mail-templates.module.css";
import { MailTextPreview } from "./mail-text-preview.tsx";
import { MailTextVersions } from "./mail-text-versions.tsx";

interface Props {
  textKey: MailTextKey;
  onClose: () => void;
}

/** Changes the words of a mail, one language at a time, beside a preview. */
export function MailTextEditor({ textKey, onClose }: Props) {
  const { data, error, refetch } = useMailTextsQuery();
  const [language, setLanguage] = useState<Language>("en");
  if (data === undefined) {
    return error === undefined ? <Skeleton height={480} aria-hidden /> : <ErrorState error={error} onRetry={refetch} />;
  }
  const texts = data.data.filter(({ key }) => key === textKey);
  const text = texts.find((each) => each.language === language);
  const choices = LANGUAGES.map(([value, label]) => {
    const isBuiltIn = texts.find((each) => each.language === value)?.is_built_in !== false;
    return { value, label: isBuiltIn ? `${label} – built in` : label };
  });
  return (
    <Stack gap="sm">
      <NativeSelect
        autoFocus
        label="Language"
        className={classes.language ?? ""}
        data={choices}
        value={language}
        onChange={({ currentTarget }) => setLanguage(currentTarget.value as Language)}
      />
      {text !== undefined && <TextForm key={language} text={text} onClose={onClose} />}
    </Stack>
  );
}

const draftSchema = mailTextSchema.pick({ key: true, language: true, version: true }).extend({
  subject: z.string(),
  body: z.string(),
});

const valuesOf = ({ key, language, version, subject, body }: MailText) => ({ key, language, version, subject, body });

function TextForm({ text, onClose }: { text: MailText; onClose: () => void }) {
  const { key, language } = text;
  const topic = `mail-text:${key}:${language}`;
  const [kept, setKept] = useState(() => readJsonDraft(topic, draftSchema));
  const form = useContractForm(saveMailTextSchema, kept ?? valuesOf(text));
  const [save, { isLoading }] = useSaveMailTextMutation();
  const [test, { isLoading: isTesting }] = useTestMailTextMutation();
  const area = useRef<HTMLTextAreaElement>(null);
  const { version, subject, body } = form.watch();
  const isNewer = text.version > version && !isLoading;

  useEffect(() => {
    const { unsubscribe } = form.watch((values) => keepDraft(topic, JSON.stringify(values)));
    return unsubscribe;
  }, [form, topic]);
  /** The form then says what counts, and nothing is kept. */
  const show = (saved: MailText) => {
    form.reset(valuesOf(saved));
    keepDraft(topic, null);
    setKept(null);
  };
  const options = { about: topic, sticky: true };
  const publish = useContractSubmit(form, (values) => save(values).unwrap(), {
    ...options,
    onDone: ({ data }) => show(data),
  });
  const sendTest = useContractSubmit(
    form,
    ({ version: _version, builtIn: _builtIn, ...draft }) => test(draft).unwrap(),
    options,
  );
  const goBack = useContractSubmit(form, (values) => save({ ...values, builtIn: true }).unwrap(), {
    ...options,
    onDone: ({ data }) => show(data),
  });
  const direction = directionOf(language);
  const field = registerField(form, "body");

  return (
    <div className={classes.editor}>
      <form onSubmit={publish} noValidate aria-label="Text of the mail">
        <Stack gap="sm">
          {isNewer && (
            <EditConflict
              title={`${text.saved?.by ?? "A colleague"} has published another text meanwhile`}
              take="Take that text"
              onTake={() => show(text)}
              keep="Keep mine"
              onKeep={() => form.setValue("version", text.version)}
            >
              <p className={classes.theirs}>{text.body}</p>
            </EditConflict>
          )}
          {kept !== null && <KeptNote />}
          <TextInput
            label="Subject"
            withAsterisk
            autoComplete="off"
            lang={language}
            dir={direction}
            {...registerField(form, "subject")}
          />
          <Textarea
            {...field}
            ref={(element) => {
              field.ref(element);
              area.current = element;
            }}
            label="Text"
            description="An empty line begins a paragraph. The first one is the greeting."
            withAsterisk
            autosize
            minRows={8}
            maxRows={20}
            lang={language}
            dir={direction}
          />
          <Group gap="xs">
            <VariableMenu variables={MAIL_TEXT_VARIABLES} onChoose={(place) => insertText(area.current, place)} />
            <Button variant="default" size="xs" loading={isTesting} onClick={() => void sendTest()}>
              Send a test to me
            </Button>
          </Group>
          <MailTextVersions
            text={text}
            onUse={(old) => {
              form.setValue("subject", old.subject, { shouldValidate: true });
              form.setValue("body", old.body, { shouldValidate: true });
            }}
          />
          <FormActions submit="Publish" cancel="Close" mt={0} loading={isLoading} onCancel={onClose} />
          {!text.is_built_in && (
            <div>
              <Button
                variant="subtle"
                color="coral"
                size="xs"
                loading={isLoading}
                onClick={() => {
                  // What is typed need not be valid for it.
                  form.reset(valuesOf(text));
                  void goBack();
                }}
              >
                Go back to the built-in text
              </Button>
            </div>
          )}
        </Stack>
      </form>
      <MailTextPreview draft={{ key, language, subject, body }} />
    </div>
  );
}
