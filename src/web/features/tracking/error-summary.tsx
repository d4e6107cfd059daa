import { useLayoutEffect, useRef, useState } from "react";
import styles from "./error-summary.module.css";
import { usePage } from "./page-context.tsx";
import type { TrackField } from "./track-form.ts";
import { useIsHydrated } from "./use-is-hydrated.ts";

interface Props {
  /** Each with the field that it links to. */
  errors: readonly { field: TrackField | undefined; words: string }[];
  /** Identifies the sending that had these errors; the summary takes the focus at each. */
  sending: unknown;
}

/** The errors of a form that was sent, above its fields. */
export function ErrorSummary({ errors, sending }: Props) {
  const { t } = usePage();
  const box = useRef<HTMLDivElement>(null);
  const isHydrated = useIsHydrated();
  // On a page from the server the browser has set the focus; somebody may be typing since.
  const [arrivedWith] = useState(isHydrated ? null : sending);
  // For each sending, also with the same errors.
  useLayoutEffect(() => {
    if (sending !== arrivedWith) box.current?.focus();
  }, [sending, arrivedWith]);
  return (
    // biome-ignore lint/a11y/noAutofocus: without script, errors must be met before the fields
    <div ref={box} className={`notice ${styles.summary}`} data-failed="true" tabIndex={-1} autoFocus>
      <h2>{t("problem.heading")}</h2>
      <div role="alert">
        <ul>
          {errors.map(({ field, words }) => (
            <li key={words}>
              {field === undefined ? <span>{words}</span> : <FieldLink field={field} words={words} />}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function FieldLink({ field, words }: { field: TrackField; words: string }) {
  return (
    <a
      href={`#${field}`}
      onClick={(event) => {
        event.preventDefault();
        document.getElementById(field)?.focus();
      }}
    >
      {words}
    </a>
  );
}
