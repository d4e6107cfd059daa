import type { Ref } from "react";
import styles from "./text-field.module.css";

interface TextFieldProps {
  label: string;
  type: "text" | "email";
  autoComplete: string;
  name: string;
  value: string;
  isInvalid: boolean;
  error: string | undefined;
  /** What is wrong with the text, below the error. */
  hint: string | undefined;
  inputRef: Ref<HTMLInputElement>;
  onChange: (value: string) => void;
  onBlur: () => void;
}

/** The error's line is always reserved: an error that shifts the button on blur would swallow the click on it. */
export function TextField({ label, isInvalid, error, hint, inputRef, onChange, ...input }: TextFieldProps) {
  // Links of the summary lead to it, also without script.
  const id = input.name;
  const errorId = `${id}-error`;
  const hintId = `${id}-hint`;
  const describedBy = [error !== undefined && errorId, hint !== undefined && hintId].filter(Boolean).join(" ");
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
        aria-invalid={isInvalid}
        aria-describedby={describedBy || undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      <p id={errorId} className={styles.error}>
        {error}
      </p>
      {hint !== undefined && (
        <p id={hintId} className={styles.error}>
          {hint}
        </p>
      )}
    </div>
  );
}
