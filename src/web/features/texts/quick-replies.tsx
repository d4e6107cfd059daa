import { Button } from "@mantine/core";
import { LoadedPart } from "#web/ui/loaded-part.tsx";
import type { QuickReplyMenuProps } from "./quick-reply-menu.tsx";

const loadMenu = async () => (await import("./quick-reply-menu.tsx")).QuickReplyMenu;

/** The menu of quick replies below a text field, loaded after the page. */
export function QuickReplies(props: QuickReplyMenuProps) {
  const skeleton = (
    <Button variant="default" size="xs" disabled>
      Quick replies
    </Button>
  );
  return <LoadedPart load={loadMenu} props={props} skeleton={skeleton} />;
}
