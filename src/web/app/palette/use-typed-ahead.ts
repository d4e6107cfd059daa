import { useEffect, useRef } from "react";

/**
 * Keeps what is typed after a dialog was asked for and before its text box has the focus.
 * @returns a function for the box that takes it when it gets the focus
 */
export function useTypedAhead(isOpen: boolean): () => string {
  const typed = useRef("");
  useEffect(() => {
    if (!isOpen) return;
    const keep = (event: KeyboardEvent) => {
      if (document.activeElement?.closest("[role=dialog] input")) return;
      const isText = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (!isText && event.key !== "Backspace") return;
      // Neither a shortcut nor text for the box that still has the focus.
      event.preventDefault();
      event.stopImmediatePropagation();
      typed.current = isText ? typed.current + event.key : typed.current.slice(0, -1);
    };
    window.addEventListener("keydown", keep, { capture: true });
    return () => {
      window.removeEventListener("keydown", keep, { capture: true });
      typed.current = "";
    };
  }, [isOpen]);
  return () => {
    const text = typed.current;
    typed.current = "";
    return text;
  };
}
