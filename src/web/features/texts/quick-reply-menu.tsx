import { Button, Menu } from "@mantine/core";
import { type RefObject, useEffect, useRef } from "react";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import type { QuickReply } from "#contract/texts/quick-replies.ts";
import type { Language } from "#contract/tracking/visitor-languages.ts";
import { useSession } from "#web/platform/use-session.ts";
import { filledReply } from "./filled-reply.ts";
import { insertText, opensReplies } from "./insert-text.ts";
import { ReplyItems } from "./reply-items.tsx";

export interface QuickReplyMenuProps {
  order: OrderDetails;
  /** Of the text that the replies go into. */
  language?: Language | undefined;
  area: RefObject<HTMLTextAreaElement | null>;
  /** Told the subject of a reply that has one. */
  onSubject?: (subject: string) => void;
}

/** Puts a quick reply of the office into a text field, from its button or by `/` at the start of a line. */
export function QuickReplyMenu({ order, language = "en", area, onSubject }: QuickReplyMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const memberName = useSession()?.user.name ?? "";
  useEffect(() => {
    const field = area.current;
    const onKeyDown = (event: KeyboardEvent) => {
      if (field === null || !opensReplies(event, field)) return;
      event.preventDefault();
      // By a click: a menu that is opened otherwise takes no focus.
      // Its list is hidden while the button is out of sight.
      button.current?.scrollIntoView({ block: "nearest" });
      button.current?.click();
    };
    /** Whoever opens the menu has not left the field empty by mistake. React listens at the root. */
    const keepUnmarked = (event: FocusEvent) => {
      const to = event.relatedTarget;
      const isOfMenu = to instanceof Element && (to === button.current || to.closest("[data-menu-dropdown]") !== null);
      if (field?.value === "" && isOfMenu) event.stopPropagation();
    };
    field?.addEventListener("keydown", onKeyDown);
    field?.addEventListener("focusout", keepUnmarked);
    return () => {
      field?.removeEventListener("keydown", onKeyDown);
      field?.removeEventListener("focusout", keepUnmarked);
    };
  }, [area]);

  const choose = (reply: QuickReply) => {
    const { subject, body } = filledReply(reply, order, memberName);
    insertText(area.current, body);
    if (subject !== null) onSubject?.(subject);
  };
  return (
    <Menu position="bottom-start" width={320}>
      <Menu.Target>
        <Button ref={button} variant="default" size="xs" title="/">
          Quick replies
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <ReplyItems language={language} onChoose={choose} />
      </Menu.Dropdown>
    </Menu>
  );
}
