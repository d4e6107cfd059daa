import { Button, Checkbox, Stack, Textarea } from "@mantine/core";
import { IconMessage } from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useState } from "react";
import { useController } from "react-hook-form";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import { errorMessage, toApiError } from "#web/platform/api-error.ts";
import { useCommands } from "#web/platform/commands.ts";
import { resetSaved, showFieldErrors, useContractForm } from "#web/platform/form.ts";
import { type ToastAction, toast } from "#web/platform/toasts.ts";
import { useSession } from "#web/platform/use-session.ts";
import { useShortcut } from "#web/platform/use-shortcut.ts";
import { Section } from "#web/ui/section.tsx";
import { type CommentDraft, keepCommentDraft, readCommentDraft } from "./comment-draft.ts";
import { commentFormSchema } from "./comment-schema.ts";
import { ASKED_FLAG_WORDS, ASKED_FLAGS, flagValues } from "./remark-flags.ts";
import { useAddRemarkMutation } from "./remarks.api.ts";
import classes from "./remarks.module.css";

const BLANK: CommentDraft = { remark: "", flags: [] };

interface Props {
  order: OrderDetails;
  /** The move offered after a comment with the refund flag; it is made only when the member clicks it (decision record 0017). */
  refundOffer: ToastAction | null;
}

/** Adds a comment; typed text stays until it is stored, also when the order or the browser is left. */
export function AddCommentSection({ order, refundOffer }: Props) {
  const [add, { isLoading }] = useAddRemarkMutation();
  const session = useSession();
  const orderId = order.order_id;
  const [kept] = useState(() => readCommentDraft(orderId));
  const form = useContractForm(commentFormSchema, kept ?? BLANK);
  const { field: flags } = useController({ control: form.control, name: "flags" });
  const effects = flags.value.flatMap((flag) => ASKED_FLAG_WORDS[flag].effect ?? []);

  useEffect(() => {
    const { unsubscribe } = form.watch(({ remark = "", flags = [] }) =>
      keepCommentDraft(orderId, { remark, flags: flags.filter((flag) => flag !== undefined) }),
    );
    return unsubscribe;
  }, [form, orderId]);

  const about = `comment ${orderId}`;
  const write = () => form.setFocus("remark");
  useShortcut("comment", write);
  useCommands("This order", [{ label: "Write a comment", icon: IconMessage, run: write }]);

  const submit = form.handleSubmit(async ({ remark, flags: ticked }) => {
    const sent = form.getValues("remark");
    try {
      const body = { orderId, remark, remarkerName: session?.user.name, ...flagValues(ticked) };
      const { message } = await add(body).unwrap();
      // Don't take the focus from a member who is already typing the next comment.
      if (form.getValues("remark") === sent) resetSaved(form, BLANK);
      else form.setValue("flags", []);
      const isRefund = ticked.includes("statusRefund");
      toast.success(message, { about, ...(isRefund && refundOffer !== null && { actions: [refundOffer] }) });
    } catch (thrown) {
      showFieldErrors(form, toApiError(thrown));
      toast.error(errorMessage(thrown), { sticky: true, about });
    }
  });

  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (!event.repeat && !isLoading) event.currentTarget.requestSubmit();
  };

  return (
    <Section title="Add Comment Below" className={classes.add ?? ""}>
      <form onSubmit={submit} onKeyDown={onKeyDown} noValidate>
        <Stack gap="sm">
          <Textarea
            {...form.register("remark")}
            label="Comment"
            description={kept === null ? undefined : "This is what you had typed and not added."}
            withAsterisk
            autosize
            minRows={3}
            maxRows={12}
            error={form.formState.errors.remark?.message}
          />
          <Checkbox.Group
            label="This comment is about"
            value={flags.value}
            onChange={(ticked) => flags.onChange(ASKED_FLAGS.filter((flag) => ticked.includes(flag)))}
          >
            <div className={classes.ticks}>
              {ASKED_FLAGS.map((flag) => (
                <Checkbox key={flag} value={flag} label={ASKED_FLAG_WORDS[flag].label} />
              ))}
            </div>
          </Checkbox.Group>
          <div role="status" className={classes.effects}>
            {effects.map((effect) => (
              <p key={effect}>{effect}</p>
            ))}
          </div>
          <Button type="submit" title="Ctrl+Enter" variant="light" loading={isLoading} className={classes.submit ?? ""}>
            Add Comment
          </Button>
        </Stack>
      </form>
    </Section>
  );
}
