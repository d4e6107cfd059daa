import { Breakable } from "#web/ui/breakable.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";
import classes from "./field-list.module.css";
import type { OrderField } from "./order-fields.ts";

/** Labels and values; values that staff type elsewhere can be copied. */
export function FieldList({ fields }: { fields: readonly OrderField[] }) {
  return (
    <dl className={classes.fields}>
      {fields.map(({ label, value, isCopied, isWide }) => (
        <div key={label} className={classes.field} data-wide={isWide === true}>
          <dt>{label}</dt>
          <dd>
            <span>
              <Breakable text={value ?? ""} />
            </span>
            {isCopied === true && value !== null && <CopyButton value={value} what={label} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}
