import { Button, Menu } from "@mantine/core";
import { IconMessageBolt } from "@tabler/icons-react";
import { type RefObject, useEffect, useState } from "react";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import type { QuickReply } from "#contract/texts/quick-replies.ts";
import type { Language } from "#contract/tracking/visitor-languages.ts";
import { useSession } from "#web/platform/use-session.ts";
import { LoadedPart } from "#web/ui/loaded-part.tsx";
import { TextSkeleton } from "#web/ui/text-skeleton.tsx";
import { filledReply } from "./filled-reply.ts";
import { insertText, opensReplies } from "./insert-text.ts";

const loadItems = async () => (await import("./reply-items.tsx")).ReplyItems;

interface Props {
  order: OrderDetails;
  /** Of the text that the replies go into. */
  language?: Language | undefined;
  area: RefObject<HTMLTextAreaElement | null>;
  /** Told the subject of a reply that has one. */
  onSubject?: (subject: string) => void;
}

/** Puts a quick reply of the office into a text field, from its button or by `/` at the start of a line. */
export function QuickReplyMenu({ order, language = "en", area, onSubject }: Props) {
  const [isOpen, setOpen] = useState(false);
  const memberName = useSession()?.user.name ?? "";
  useEffect(() => {
    const field = area.current;
    const onKeyDown = (event: KeyboardEvent) => {
      if (field === null || !opensReplies(event, field)) return;
      event.preventDefault();
      setOpen(true);
    };
    field?.addEventListener("keydown", onKeyDown);
    return () => field?.removeEventListener("keydown", onKeyDown);
  }, [area]);

  const choose = (reply: QuickReply) => {
    const { subject, body } = filledReply(reply, order, memberName);
    insertText(area.current, body);
    if (subject !== null) onSubject?.(subject);
  };
  return (
    <Menu opened={isOpen} onChange={setOpen} position="bottom-start" width={360}>
      <Menu.Target>
        <Button variant="default" size="xs" title="/" leftSection={<IconMessageBolt size={16} aria-hidden />}>
          Quick replies
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <LoadedPart load={loadItems} props={{ language, onChoose: choose }} skeleton={<TextSkeleton lines={4} />} />
      </Menu.Dropdown>
    </Menu>
  );
}
