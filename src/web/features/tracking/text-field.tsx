import { type Ref, useId } from "react";
import styles from "./text-field.module.css";

interface TextFieldProps {
  label: string;
  type: "text" | "email";
  autoComplete: string;
  name: string;
  value: string;
  error: string | undefined;
  inputRef: Ref<HTMLInputElement>;
  onChange: (value: string) => void;
  onBlur: () => void;
}

/** The error's line is always reserved: an error that shifts the button on blur would swallow the click on it. */
export function TextField({ label, error, inputRef, onChange, ...input }: TextFieldProps) {
  const id = useId();
  const errorId = `${id}-error`;
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <input
        {...input}
        id={id}
        ref={inputRef}
        className={styles.input}
        dir="ltr"
        autoCapitalize="none"
        spellCheck={false}
        required
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : errorId}
        onChange={(event) => onChange(event.target.value)}
      />
      <p id={errorId} className={styles.error}>
        {error}
      </p>
    </div>
  );
}
