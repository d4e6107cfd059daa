import { CloseButton, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useIsLeaving } from "#web/platform/use-is-leaving.ts";
import { useShortcut } from "#web/platform/use-shortcut.ts";

const DEBOUNCE_MS = 500;

interface Props {
  label: string;
  placeholder: string;
  value: string;
  onSearch: (text: string) => void;
  /** Below the box, e.g. that one character is too short to search. */
  hint?: string | undefined;
}

/** A search box with a debounce. */
export function SearchBox({ label, placeholder, value, onSearch, hint }: Props) {
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  /** The last text this box submitted: the URL follows a moment later, and text typed in between stays. */
  const [sent, setSent] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  const isLeaving = useIsLeaving();
  // The URL is authoritative: the Back button changes the box too, unless the user is typing.
  if (seen !== value) {
    setSeen(value);
    if (value !== sent) {
      setSent(value);
      setText(value);
    }
  }

  // Not a dependency of the debounce: a list that rerenders on every live event would postpone the search forever.
  const search = useEffectEvent(() => {
    setSent(text);
    onSearch(text);
  });
  useEffect(() => {
    if (text === value || text === sent || isLeaving) return;
    const timer = setTimeout(search, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text, value, sent, isLeaving]);

  useShortcut("search", () => {
    input.current?.focus();
    input.current?.select();
  });

  const clear = () => {
    setText("");
    setSent("");
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
