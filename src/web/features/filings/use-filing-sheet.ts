import { IconClipboardList } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { useCommands } from "#web/platform/commands.ts";
import { useShortcut } from "#web/platform/use-shortcut.ts";

/** Whether an order's filing sheet is open, its shortcut and its command. Once opened it stays mounted. */
export function useFilingSheet() {
  const [isOpen, setOpen] = useState(false);
  const [openings, setOpenings] = useState(0);
  const button = useRef<HTMLButtonElement>(null);

  const open = () => {
    setOpen(true);
    // A sheet that is open already gets the focus back.
    setOpenings((count) => count + 1);
  };
  const close = () => {
    setOpen(false);
    // On narrow screens the button is hidden until the sheet has gone.
    requestAnimationFrame(() => button.current?.focus({ focusVisible: true }));
  };
  useShortcut("filingSheet", open);
  useCommands("This order", [{ label: "Open the filing sheet", icon: IconClipboardList, run: open }]);
  return { isOpen, openings, isMounted: openings > 0, open, close, button };
}
