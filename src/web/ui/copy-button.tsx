import { ActionIcon, Tooltip } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { announce } from "./announcer.tsx";

const SHOWN_MS = 1500;

/** Copies a value; says so for a moment. `what` names it: "Copy e-mail". */
export function CopyButton({ value, what }: { value: string; what: string }) {
  const [state, setState] = useState<"idle" | "copied" | "failed">("idle");
  useEffect(() => {
    if (state === "idle") return;
    const timer = setTimeout(() => setState("idle"), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [state]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setState("copied");
      announce(`Copied ${what}`);
    } catch {
      setState("failed"); // The browser keeps the clipboard from pages without TLS or without permission.
      announce(`Could not copy ${what}`);
    }
  };

  const label = { idle: `Copy ${what}`, copied: "Copied", failed: "The browser did not allow it" }[state];
  return (
    <Tooltip label={label} {...(state !== "idle" && { opened: true })}>
      <ActionIcon variant="subtle" color="gray" size={24} aria-label={`Copy ${what}`} onClick={copy}>
        {state === "copied" ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
      </ActionIcon>
    </Tooltip>
  );
}
