import { Menu } from "@mantine/core";
import { type KeyboardEvent, useRef, useState } from "react";
import { Link } from "react-router";
import type { QuickReply } from "#contract/texts/quick-replies.ts";
import type { Language } from "#contract/tracking/visitor-languages.ts";
import { PATHS } from "#web/platform/paths.ts";
import { useCan } from "#web/platform/use-can.ts";
import { afterClosing } from "#web/ui/dialog.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { TextSkeleton } from "#web/ui/text-skeleton.tsx";
import { repliesIn } from "./filled-reply.ts";
import { useQuickRepliesQuery } from "./texts.api.ts";
import classes from "./texts.module.css";

interface Props {
  language: Language;
  onChoose: (reply: QuickReply) => void;
}

/** The content of the menu: the office's quick replies, narrowed by what is typed. */
export function ReplyItems({ language, onChoose }: Props) {
  const { data, error, refetch } = useQuickRepliesQuery();
  const mayEdit = useCan("texts:edit");
  const [text, setText] = useState("");
  const sought = text.trim().toLowerCase();
  const found = repliesIn(language, data?.data ?? []).filter(({ name, body }) =>
    `${name}\n${body}`.toLowerCase().includes(sought),
  );
  const list = useRef<HTMLDivElement>(null);
  /** Enter takes the first one unless the arrows chose another, and doesn't send the form that the text belongs to. */
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    if (list.current?.parentElement?.querySelector("[data-menu-active]")) return;
    event.preventDefault();
    list.current?.querySelector<HTMLElement>("[role=menuitem]")?.click();
  };
  return (
    <>
      <Menu.Search
        aria-label="Find a quick reply"
        placeholder="Find a quick reply"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div ref={list} className={classes.found}>
        {data === undefined &&
          (error === undefined ? <TextSkeleton lines={4} /> : <ErrorState error={error} onRetry={refetch} />)}
        {data !== undefined && found.length === 0 && <p className={classes.note}>No quick reply holds these words.</p>}
        {found.map((reply) => (
          <Menu.Item
            key={reply.key}
            classNames={{ itemLabel: classes.words ?? "" }}
            onClick={() => afterClosing(() => onChoose(reply))}
          >
            <span className={classes.name}>{reply.name}</span>
            <span className={classes.start}>{reply.body}</span>
          </Menu.Item>
        ))}
      </div>
      {mayEdit && (
        <>
          <Menu.Divider />
          <Menu.Item component={Link} to={PATHS.texts}>
            Change the quick replies
          </Menu.Item>
        </>
      )}
    </>
  );
}
