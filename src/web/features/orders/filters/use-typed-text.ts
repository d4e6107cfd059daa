import { type KeyboardEvent, useRef } from "react";

/** Letters typed within this time belong together; browsers use a second in lists of choices. */
const PAUSE_MS = 1000;

/** @returns a function that adds a key to what was typed before: the text in lower case, or null for other keys */
export function useTypedText(): (event: KeyboardEvent) => string | null {
  const typed = useRef({ text: "", at: 0 });
  return ({ key, timeStamp, ctrlKey, metaKey, altKey }) => {
    if (key.length !== 1 || key === " " || ctrlKey || metaKey || altKey) return null;
    const { text, at } = typed.current;
    typed.current = { text: (timeStamp - at > PAUSE_MS ? "" : text) + key.toLowerCase(), at: timeStamp };
    return typed.current.text;
  };
}
