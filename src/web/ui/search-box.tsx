import { CloseButton, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useIsLeaving } from "#web/platform/use-is-leaving.ts";
import { useShortcut } from "#web/platform/use-shortcut.ts";

/** Specification section 9. */
const DEBOUNCE_MS = 500;

interface Props {
  label: string;
  placeholder: string;
  value: string;
  onSearch: (text: string) => void;
  /** Under the box, e.g. that one character is too short to search. */
  hint?: string | undefined;
}

/** A search box that waits until the typing pauses. */
export function SearchBox({ label, placeholder, value, onSearch, hint }: Props) {
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  /** What this box asked for last: the address follows a moment later, and what was typed meanwhile stays. */
  const [asked, setAsked] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const isLeaving = useIsLeaving();
  // The address is the truth: going back in the history changes the box too, unless one is just typing.
  if (seen !== value) {
    setSeen(value);
    if (value !== asked) {
      setAsked(value);
      setText(value);
    }
  }

  // No part of what the waiting hangs on: a list that is drawn anew at each live change would put the search off for ever.
  const search = useEffectEvent(() => {
    setAsked(text);
    onSearch(text);
  });
  useEffect(() => {
    if (text === value || text === asked || isLeaving) return;
    const timer = setTimeout(search, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text, value, asked, isLeaving]);

  useShortcut("search", () => {
    input.current?.focus();
    input.current?.select();
  });

  const clear = () => {
    setText("");
    setAsked("");
    onSearch("");
    input.current?.focus();
  };

  return (
    <TextInput
      ref={input}
      type="search"
      aria-label={label}
      placeholder={placeholder}
      value={text}
      maxLength={200}
      description={hint}
      inputWrapperOrder={["label", "input", "description", "error"]}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={text === "" ? null : <CloseButton size={24} aria-label="Clear search" onClick={clear} />}
      onChange={(event) => setText(event.currentTarget.value)}
    />
  );
}
