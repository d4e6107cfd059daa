import { Button, Checkbox, Group, Stack, Textarea } from "@mantine/core";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useController } from "react-hook-form";
import * as z from "zod";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import { addRemarkSchema } from "#contract/remarks/remarks.ts";
import { QuickReplies } from "#web/features/texts/quick-replies.tsx";
import { keepDraft, readJsonDraft } from "#web/platform/drafts.ts";
import { registerField, resetSaved, useContractForm } from "#web/platform/form.ts";
import { type ToastAction, toast } from "#web/platform/toasts.ts";
import { useContractSubmit } from "#web/platform/use-contract-submit.ts";
import { useSession } from "#web/platform/use-session.ts";
import { ASKED_FLAG_LABELS, ASKED_FLAGS, flagValues } from "./remark-flags.ts";
import { useAddRemarkMutation } from "./remarks.api.ts";
import classes from "./remarks.module.css";

/** The comment form's values. */
const commentFormSchema = addRemarkSchema.pick({ remark: true }).extend({ flags: z.array(z.enum(ASKED_FLAGS)) });

const BLANK: CommentDraft = { remark: "", flags: [] };

interface Props {
  order: OrderDetails;
  /** How often the member asked to write a comment: each time the text takes the focus. */
  openings: number;
  /** The move offered after a comment with the refund flag; it is made only when the member clicks it (decision record 0017). */
  refundOffer: ToastAction | null;
}

/** Adds a comment; typed text stays until it is stored, also when the order or the browser is left. */
export function CommentForm({ order, openings, refundOffer }: Props) {
  const [add, { isLoading }] = useAddRemarkMutation();
  const session = useSession();
  const orderId = order.order_id;
  const [kept] = useState(() => readJsonDraft(topicOf(orderId), draftSchema));
  const form = useContractForm(commentFormSchema, kept ?? BLANK);
  const { field: flags } = useController({ control: form.control, name: "flags" });
  const area = useRef<HTMLTextAreaElement>(null);
  const remark = registerField(form, "remark");
  const effects = flags.value.flatMap((flag) => ASKED_FLAG_LABELS[flag].effect ?? []);

  useEffect(() => {
    const { unsubscribe } = form.watch(({ remark = "", flags = [] }) =>
      keepCommentDraft(orderId, { remark, flags: flags.filter((flag) => flag !== undefined) }),
    );
    return unsubscribe;
  }, [form, orderId]);

  const about = `comment ${orderId}`;
  useEffect(() => {
    if (openings > 0) form.setFocus("remark");
  }, [openings, form]);

  const submit = useContractSubmit(
    form,
    async ({ remark, flags: ticked }) => {
      const sent = form.getValues("remark");
      const body = { orderId, remark, remarkerName: session?.user.name, ...flagValues(ticked) };
      const answer = await add(body).unwrap();
      // Don't take the focus from a member who is already typing the next comment.
      if (form.getValues("remark") === sent) resetSaved(form, BLANK);
      else form.setValue("flags", []);
      return answer;
    },
    {
      about,
      sticky: true,
      showAnswer: ({ message }, { flags: ticked }) => {
        const isRefund = ticked.includes("statusRefund");
        toast.success(message, { about, ...(isRefund && refundOffer !== null && { actions: [refundOffer] }) });
      },
    },
  );

  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (!event.repeat && !isLoading) event.currentTarget.requestSubmit();
  };

  return (
    <form onSubmit={submit} onKeyDown={onKeyDown} noValidate>
      <Stack gap="sm">
        <Textarea
          {...remark}
          ref={(element) => {
            remark.ref(element);
            area.current = element;
          }}
          label="Comment"
          labelProps={{ className: "ad-visually-hidden" }}
          description={kept === null ? undefined : "This is what you had typed and not added."}
          withAsterisk
          autosize
          minRows={2}
          maxRows={12}
        />
        <div className={classes.send}>
          <Checkbox.Group
            label="This comment is about"
            value={flags.value}
            onChange={(ticked) => flags.onChange(ASKED_FLAGS.filter((flag) => ticked.includes(flag)))}
          >
            <div className={classes.ticks}>
              {ASKED_FLAGS.map((flag) => (
                <Checkbox key={flag} value={flag} label={ASKED_FLAG_LABELS[flag].label} />
              ))}
            </div>
          </Checkbox.Group>
          {/* After the flags: they are a key nearer to the text than the menu, which "/" opens. */}
          <Group gap="xs">
            <QuickReplies order={order} area={area} />
            <Button type="submit" title="Ctrl+Enter" variant="light" loading={isLoading}>
              Add Comment
            </Button>
          </Group>
        </div>
        <div role="status" className={classes.effects}>
          {effects.map((effect) => (
            <p key={effect}>{effect}</p>
          ))}
        </div>
      </Stack>
    </form>
  );
}

const draftSchema = z.object({ remark: z.string(), flags: z.array(z.enum(ASKED_FLAGS)) });
/** A comment that was typed and not sent. */
type CommentDraft = z.infer<typeof draftSchema>;

const topicOf = (orderId: number) => `comment:${orderId}`;

/** Keeps the comment, or nothing once it is empty or sent. Ticked flags alone are not worth keeping. */
function keepCommentDraft(orderId: number, draft: CommentDraft): void {
  keepDraft(topicOf(orderId), draft.remark.trim() === "" ? null : JSON.stringify(draft));
}
