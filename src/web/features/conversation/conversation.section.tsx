import { Button, Skeleton } from "@mantine/core";
import { IconMailPlus } from "@tabler/icons-react";
import { useRef, useState } from "react";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import { useCommands } from "#web/platform/commands.ts";
import { useIsNear } from "#web/platform/use-is-near.ts";
import { useShortcut } from "#web/platform/use-shortcut.ts";
import { LoadedPart } from "#web/ui/loaded-part.tsx";
import { Section } from "#web/ui/section.tsx";
import classes from "./conversation-section.module.css";

const loadPanel = async () => (await import("./conversation-panel.tsx")).ConversationPanel;

/** What was said to the customer and by them. Script and messages are loaded when the section comes near. */
export function ConversationSection({ order }: { order: OrderDetails }) {
  const { isNear, watch } = useIsNear();
  const [isOpen, setOpen] = useState(false);
  /** How often the editor was opened: each time its text takes the focus. */
  const [openings, setOpenings] = useState(0);
  const button = useRef<HTMLButtonElement>(null);
  const write = () => {
    setOpen(true);
    setOpenings((times) => times + 1);
  };
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  useShortcut("message", write);
  useCommands("This order", [{ label: "Write to the customer", icon: IconMailPlus, run: write }]);
  const isShown = isNear || openings > 0;
  const skeleton = <Skeleton height={72} />;
  return (
    <Section
      title="Conversation"
      className={isShown ? "" : (classes.waiting ?? "")}
      actions={
        <Button
          ref={button}
          variant="default"
          size="xs"
          aria-expanded={isOpen}
          leftSection={<IconMailPlus size={16} aria-hidden />}
          onClick={write}
        >
          Write to customer
        </Button>
      }
    >
      <div ref={watch}>
        {isShown ? (
          <LoadedPart
            load={loadPanel}
            props={{ order, editor: { isOpen, openings, open: write, close } }}
            skeleton={skeleton}
          />
        ) : (
          skeleton
        )}
      </div>
    </Section>
  );
}
