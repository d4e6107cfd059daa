import { IconClipboardList } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { useCommands } from "#web/platform/commands.ts";
import { useShortcut } from "#web/platform/use-shortcut.ts";
import type { Beginning } from "#web/ui/section.tsx";

/** Whether an order's filing sheet is open, its shortcut and its command. Once opened it stays mounted. */
export function useFilingSheet() {
  const [isOpen, setOpen] = useState(false);
  const [isMounted, setMounted] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<Beginning>(null);

  const open = () => {
    setMounted(true);
    setOpen(true);
    // One that is open gets the focus back; one that opens takes it itself.
    panel.current?.begin();
  };
  const close = () => {
    setOpen(false);
    // On narrow screens the button is hidden until the sheet has gone.
    requestAnimationFrame(() => button.current?.focus({ focusVisible: true }));
  };
  useShortcut("filingSheet", open);
  useCommands("This order", [{ label: "Open the filing sheet", icon: IconClipboardList, run: open }]);
  return { isOpen, isMounted, open, close, button, panel };
}
