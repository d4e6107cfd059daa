import { IconCheck, IconCopy } from "@tabler/icons-react";
import type { KeyboardEvent } from "react";
import type { SheetField } from "#contract/filings/filing-profile.ts";
import classes from "./filing-sheet.module.css";
import { problemWords } from "./filing-text.ts";

interface Props {
  row: SheetField;
  isTicked: boolean;
  onCopy: () => void;
  /** Enter, and Shift+Enter. */
  onForward: () => void;
  onBack: () => void;
}

/** A field of the form, as a button that copies it. Enter also goes on to the next one, Shift+Enter back. */
export function SheetRow({ row, isTicked, onCopy, onForward, onBack }: Props) {
  const { field, value, stored } = row;
  const problem = problemWords(row);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (event.repeat) return;
    if (event.shiftKey) onBack();
    else onForward();
  };
  return (
    <button
      type="button"
      data-sheet-row={field.key}
      data-ticked={isTicked}
      className={`mantine-focus-auto ${classes.row}`}
      onClick={onCopy}
      onKeyDown={onKeyDown}
    >
      <span className={classes.label}>{field.label}</span>
      <span className={classes.icon}>
        {isTicked ? <IconCheck size={16} aria-hidden /> : value !== "" && <IconCopy size={16} aria-hidden />}
        {isTicked && <span className="ad-visually-hidden">copied</span>}
      </span>
      {value !== "" && (
        <span className={classes.value} dir="auto">
          {value}
        </span>
      )}
      {value === "" && problem === null && <span className={classes.hint}>Nothing to enter</span>}
      {problem !== null && <span className={classes.problem}>{problem}</span>}
      {stored !== null && (
        <span className={classes.hint}>
          {"Order: "}
          <bdi translate="no">{stored}</bdi>
        </span>
      )}
      {field.note !== undefined && <span className={classes.hint}>{field.note}</span>}
    </button>
  );
}
