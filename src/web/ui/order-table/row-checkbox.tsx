import { CheckIcon } from "@mantine/core";
import classes from "./row-checkbox.module.css";

interface Props {
  label: string;
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
  size?: "xs" | "sm";
}

/** Looks like Mantine's Checkbox, whose six elements per row cost a tenth of the time to draw a page of a list. */
export function RowCheckbox({ label, isChecked, onChange, size = "xs" }: Props) {
  return (
    <span className={classes.checkbox} data-size={size}>
      <input
        type="checkbox"
        aria-label={label}
        checked={isChecked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {isChecked && <CheckIcon />}
    </span>
  );
}
