import { Checkbox, Stack, TextInput } from "@mantine/core";
import { type KeyboardEvent, useState } from "react";
import { FILTER_LIST_MAX } from "#contract/orders/order-filter.ts";
import { foldedText } from "#contract/text.ts";
import type { FieldProps } from "./filter-field.types.ts";
import { COUNTRIES } from "./filter-text.ts";
import classes from "./filters.module.css";

type Country = (typeof COUNTRIES)[number];

const folded = (text: string) => foldedText(text).trim();
const TEXTS = new Map(COUNTRIES.map((country) => [country, [country.code, ...country.names].map(folded)]));

/** 0 for a code or name that is the text, 1 for one that begins with it, 2 with a word of it, 3 if it is elsewhere in it. */
function distance(country: Country, query: string): number {
  const texts = TEXTS.get(country) ?? [];
  if (texts.includes(query)) return 0;
  if (texts.some((each) => each.startsWith(query))) return 1;
  return texts.some((each) => each.includes(` ${query}`)) ? 2 : 3;
}

/** The countries whose code or a name contains the text, those first whose name begins with it. */
function found(text: string): Country[] {
  const query = folded(text);
  return COUNTRIES.filter((country) => TEXTS.get(country)?.some((each) => each.includes(query))).sort(
    (a, b) => distance(a, query) - distance(b, query),
  );
}

/** A search box above the countries; those chosen before it was opened come first. Enter takes the first hit. */
export function CountriesField({ draft, error, onChange }: FieldProps) {
  const [text, setText] = useState("");
  const [before] = useState(draft);
  const isBefore = ({ code }: Country) => before.includes(code);
  const shown = text === "" ? COUNTRIES.toSorted((a, b) => Number(isBefore(b)) - Number(isBefore(a))) : found(text);
  const takeFirst = (event: KeyboardEvent) => {
    const [first] = shown;
    if (event.key !== "Enter" || text === "") return;
    event.preventDefault();
    if (first === undefined || draft.length >= FILTER_LIST_MAX) return;
    onChange([...new Set([...draft, first.code])]);
    setText("");
  };
  return (
    <Stack gap="xs">
      <TextInput
        label="Find a country"
        value={text}
        autoComplete="off"
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={takeFirst}
      />
      <Checkbox.Group
        aria-label="Countries"
        value={[...draft]}
        onChange={onChange}
        error={error}
        maxSelectedValues={FILTER_LIST_MAX}
      >
        <Stack gap="sm" className={classes.countries ?? ""}>
          {shown.map(({ code, names }) => (
            <Checkbox key={code} value={code} label={names[0] ?? code} />
          ))}
          {shown.length === 0 && <p className={classes.note}>No country of this name</p>}
        </Stack>
      </Checkbox.Group>
      {draft.length > 0 && <p className={classes.note}>{`${draft.length} chosen`}</p>}
    </Stack>
  );
}
