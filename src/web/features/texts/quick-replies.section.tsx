import { Button, Skeleton } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import type { QuickReply } from "#contract/texts/quick-replies.ts";
import { languageName } from "#contract/tracking/visitor-languages.ts";
import { useCan } from "#web/platform/use-can.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Instant } from "#web/ui/instant.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { Section } from "#web/ui/section.tsx";
import { ReplyForm } from "./reply-form.tsx";
import { useQuickRepliesQuery } from "./texts.api.ts";
import classes from "./texts.module.css";

/** The office's ready texts for comments and messages. */
export function QuickRepliesSection() {
  const { data, error, refetch } = useQuickRepliesQuery();
  const mayEdit = useCan("texts:edit");
  /** "new", or the reply that is being changed; null while the dialog is closed. */
  const [task, setTask] = useState<QuickReply | "new" | null>(null);
  const close = () => setTask(null);
  return (
    <Section
      title="Quick replies"
      actions={
        mayEdit && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setTask("new")}
          >
            Add quick reply
          </Button>
        )
      }
    >
      <p className={classes.note}>
        Ready texts for comments and messages, put in from “Quick replies” below the text or by “/” at the start of a
        line. Only an Admin or a Manager changes them.
      </p>
      {data === undefined &&
        (error === undefined ? <Skeleton height={320} aria-hidden /> : <ErrorState error={error} onRetry={refetch} />)}
      {data !== undefined && <Replies replies={data.data} onEdit={mayEdit ? setTask : null} />}
      <Dialog
        isOpen={task !== null}
        onClose={close}
        title={task === "new" ? "Add quick reply" : "Change quick reply"}
        size="lg"
      >
        {task !== null && <ReplyForm reply={task === "new" ? null : task} onClose={close} />}
      </Dialog>
    </Section>
  );
}

interface RepliesProps {
  replies: readonly QuickReply[];
  onEdit: ((reply: QuickReply) => void) | null;
}

function Replies({ replies, onEdit }: RepliesProps) {
  const used = replies.filter(({ is_removed }) => !is_removed);
  const removed = replies.filter(({ is_removed }) => is_removed);
  return (
    <>
      <ReplyTable label="Quick replies" replies={used} onEdit={onEdit} />
      {removed.length > 0 && (
        <details>
          <summary>{`Removed (${removed.length})`}</summary>
          <ReplyTable label="Removed quick replies" replies={removed} onEdit={onEdit} />
        </details>
      )}
    </>
  );
}

const COLUMNS: readonly RecordColumn<QuickReply>[] = [
  { header: "Name", cell: ({ name }) => <bdi>{name}</bdi> },
  { header: "For", cell: ({ roles }) => roles?.join(", ") ?? "Everyone" },
  { header: "Language", cell: ({ language }) => languageName(language) },
  { header: "Text", cell: ({ body }) => <bdi className={classes.text}>{body}</bdi> },
  { header: "Saved", cell: ({ saved }) => <Saved saved={saved} /> },
];

function Saved({ saved }: Pick<QuickReply, "saved">) {
  if (saved === null) return <span>Built in</span>;
  return (
    <>
      <bdi>{saved.by}</bdi> <Instant at={saved.at} />
    </>
  );
}

function ReplyTable({ label, replies, onEdit }: RepliesProps & { label: string }) {
  const edit: RecordColumn<QuickReply> = {
    header: "Change",
    isScreenOnly: true,
    cell: (reply) => (
      <Button variant="default" size="xs" aria-label={`Change ${reply.name}`} onClick={() => onEdit?.(reply)}>
        Change
      </Button>
    ),
  };
  const columns = onEdit === null ? COLUMNS : [...COLUMNS, edit];
  return (
    <RecordTable label={label} columns={columns} rows={replies} rowKey={(reply) => replies.indexOf(reply)} limit={50} />
  );
}
