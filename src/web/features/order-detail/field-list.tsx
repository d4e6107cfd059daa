import type { ReactNode } from "react";
import { Breakable } from "#web/ui/breakable.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";
import classes from "./field-list.module.css";
import type { OrderField } from "./order-fields.ts";

interface FieldListProps {
  fields: readonly OrderField[];
  /** Beside a value, by the field's label. */
  actions?: Record<string, ReactNode>;
}

/** Labels and values, a bar for a value that is not known yet; values that staff enter elsewhere can be copied. */
export function FieldList({ fields, actions = {} }: FieldListProps) {
  return (
    <dl className={classes.fields}>
      {fields.map(({ label, value, problem, isCopied, isCorrected, width }) => (
        <div key={label} className={classes.field} data-width={width}>
          <dt>{label}</dt>
          <dd>
            {value === undefined ? (
              <span className={classes.unknown} />
            ) : (
              <span>
                <Breakable text={value ?? ""} />
              </span>
            )}
            {isCorrected === true && (
              <span className={classes.corrected} role="img" aria-label="Corrected" title="Corrected" />
            )}
            <span className={classes.actions}>
              {actions[label]}
              {isCopied === true && typeof value === "string" && <CopyButton value={value} what={label} />}
            </span>
          </dd>
          {problem !== undefined && <dd className={classes.problem}>{problem}</dd>}
        </div>
      ))}
    </dl>
  );
}
