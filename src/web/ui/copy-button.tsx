import { Tooltip } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import classes from "./copy-button.module.css";
import { copyText } from "./copy-text.ts";

const SHOWN_MS = 1500;

/**
 * Copies a value and briefly confirms it. `what` names it: "Copy e-mail". A plain element whose tooltip exists only once
 * the pointer has been there: a page has dozens of these buttons.
 */
export function CopyButton({ value, what }: { value: string; what: string }) {
  const button = useRef<HTMLButtonElement>(null);
  const [hasTooltip, setHasTooltip] = useState(false);
  const [state, setState] = useState<"idle" | "copied" | "failed">("idle");
  useEffect(() => {
    if (state === "idle") return;
    const timer = setTimeout(() => setState("idle"), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [state]);

  const copy = async () => {
    setState((await copyText(value, what)) ? "copied" : "failed");
  };

  const label = { idle: `Copy ${what}`, copied: "Copied", failed: "The browser did not allow it" }[state];
  return (
    <>
      <button
        ref={button}
        type="button"
        className={`mantine-focus-auto mantine-active ${classes.button}`}
        aria-label={`Copy ${what}`}
        onClick={copy}
        onPointerEnter={() => setHasTooltip(true)}
      >
        {state === "copied" ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
      </button>
      {(hasTooltip || state !== "idle") && (
        <Tooltip target={button} label={label} {...(state !== "idle" && { opened: true })} />
      )}
    </>
  );
}
