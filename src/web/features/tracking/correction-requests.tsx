import { type SubmitEvent, useId, useLayoutEffect, useRef, useState } from "react";
import {
  CHOICE_FIELDS,
  CUSTOMER_FIELDS,
  CUSTOMER_NOTE_MAX,
  CUSTOMER_REQUESTS_MAX,
  CUSTOMER_VALUE_MAX,
  type CustomerField,
  correctionOf,
  DATE_FIELDS,
  isCustomerField,
  rowNames,
  type TypedCorrection,
  typedCorrection,
} from "#contract/corrections/customer-correction.ts";
import { formatDay } from "#contract/dates.ts";
import type { MainResult } from "#contract/tracking/tracking.ts";
import { VISITOR_MESSAGES } from "#contract/tracking/visitor-messages.ts";
import { correctionPath } from "#contract/tracking/visitor-paths.ts";
import styles from "./form-card.module.css";
import { isolated } from "./isolated.ts";
import { usePage } from "./page-context.tsx";
import type { Problem } from "./problem.ts";
import { useIsHydrated } from "./use-is-hydrated.ts";
import { useWords } from "./use-words.ts";
import { visitorApi } from "./visitor-api.ts";
import { useVisitor } from "./visitor-context.tsx";

interface Props {
  orderId: number;
  corrections: NonNullable<MainResult["corrections"]>;
  /** False where nothing is corrected any more. */
  mayAsk: boolean;
  refetch: () => Promise<unknown>;
  sendBack: (problem: Problem) => boolean;
}

const typedIn = (form: HTMLFormElement): TypedCorrection => {
  const data = new FormData(form);
  return typedCorrection((name) => String(data.get(name) ?? ""));
};

/** What the customer asked to correct, and the form that asks. It never shows what the order holds. */
export function CorrectionRequests({ orderId, corrections, mayAsk, refetch, sendBack }: Props) {
  const { t, page } = usePage();
  const { first } = useVisitor();
  const { messageWords } = useWords();
  const id = useId();
  const [isSent, setSent] = useState(false);
  const open = corrections.filter(({ outcome }) => outcome === null).length;
  const typed = first?.typedCorrection;
  const hasForm = (mayAsk && open < CUSTOMER_REQUESTS_MAX) || typed !== undefined;
  if (!hasForm && corrections.length === 0) return null;
  return (
    <section className={styles.card} aria-labelledby={`${id}-heading`}>
      <h2 id={`${id}-heading`}>{t("correction.heading")}</h2>
      {corrections.map(({ at, outcome, fields }) => (
        <p key={at}>
          <strong>
            {fields
              .filter(isCustomerField)
              .map((field) => t(`details.${field}`))
              .join(", ")}
          </strong>{" "}
          <span>{t(`correction.${outcome ?? "open"}`, { date: isolated(formatDay(at)) })}</span>
        </p>
      ))}
      {mayAsk && !hasForm && <p>{messageWords(VISITOR_MESSAGES.correctionOpen)}</p>}
      <p role="status">{isSent && <span>{messageWords(VISITOR_MESSAGES.correctionSent)}</span>}</p>
      {hasForm && (
        <details open={typed !== undefined}>
          <summary className={styles.summary}>{t("correction.summary")}</summary>
          <p>
            <span>{t("correction.contact")}</span> <a href={page.links.contact}>{t("order.contactNow")}</a>{" "}
            {page.supportEmail !== null && <bdi dir="ltr">{page.supportEmail}</bdi>}
          </p>
          <CorrectionForm
            orderId={orderId}
            sendBack={sendBack}
            onSent={async () => {
              setSent(true);
              await refetch();
            }}
          />
        </details>
      )}
    </section>
  );
}

interface FormProps {
  orderId: number;
  sendBack: (problem: Problem) => boolean;
  onSent: () => Promise<void>;
}

function CorrectionForm({ orderId, sendBack, onSent }: FormProps) {
  const { t } = usePage();
  const { first } = useVisitor();
  const { problemWords, messageWords } = useWords();
  const isHydrated = useIsHydrated();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [typed] = useState(() => first?.typedCorrection ?? typedCorrection(() => ""));
  const [chosen, setChosen] = useState(() => typed.rows.map(({ field }) => field));
  const arrivedWith = first?.typedCorrection === undefined ? undefined : first.problem;
  const [failed, setFailed] = useState(arrivedWith === undefined ? null : failureOf(arrivedWith));
  const [isSending, setSending] = useState(false);

  function failureOf(problem: Problem) {
    const fields = (problem.kind === "refused" && problem.fields) || [];
    return { words: problemWords(problem), fields };
  }
  const choose = () => setChosen(form.current === null ? [] : typedIn(form.current).rows.map(({ field }) => field));
  // What was chosen before this script ran.
  useLayoutEffect(choose, []);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSending) return;
    const sent = event.currentTarget;
    const { rows, note } = typedIn(sent);
    const read = correctionOf(rows);
    if ("problem" in read) {
      setFailed({ words: messageWords(read.problem), fields: [] });
      return;
    }
    setSending(true);
    const answer = await visitorApi.askForCorrection({ orderId: String(orderId), fields: read.fields, note });
    setSending(false);
    if (answer.ok) {
      sent.reset();
      setFailed(null);
      choose();
      await onSent();
    } else if (!sendBack(answer.problem)) {
      setFailed(failureOf(answer.problem));
    }
  }

  // Without script all rows stand there; with it the next one comes when the one before is used.
  const lastUsed = chosen.findLastIndex((field) => field !== "");
  return (
    <form ref={form} className={styles.form} method="post" action={correctionPath(orderId)} onSubmit={submit}>
      {typed.rows.map((row, index) => {
        const names = rowNames(index);
        const field = chosen[index] ?? "";
        const isInvalid = failed?.fields.includes(field) === true;
        return (
          <div key={names.field} className={styles.row} hidden={isHydrated && index > lastUsed + 1}>
            <div>
              <label htmlFor={`${id}-${names.field}`}>{t("correction.detail")}</label>
              <select id={`${id}-${names.field}`} name={names.field} defaultValue={row.field} onChange={choose}>
                <option value="">{t("correction.choose")}</option>
                {CUSTOMER_FIELDS.map((each) => (
                  <option key={each} value={each}>
                    {t(`details.${each}`)}
                  </option>
                ))}
              </select>
            </div>
            <div>
              <label htmlFor={`${id}-${names.value}`}>{t("correction.value")}</label>
              <RightValue
                key={isHydrated ? kindOf(field) : ""}
                field={isHydrated ? field : ""}
                id={`${id}-${names.value}`}
                name={names.value}
                value={row.value}
                isInvalid={isInvalid}
                describedBy={`${id}-${names.value}-error`}
              />
            </div>
            <p id={`${id}-${names.value}-error`} className={styles.error}>
              {isInvalid && <span>{t("correction.check")}</span>}
            </p>
          </div>
        );
      })}
      {!isHydrated && <p className={styles.hint}>{t("correction.hint")}</p>}
      <label htmlFor={`${id}-note`}>{t("correction.note")}</label>
      <textarea
        id={`${id}-note`}
        name="note"
        rows={2}
        maxLength={CUSTOMER_NOTE_MAX}
        dir="auto"
        defaultValue={typed.note}
      />
      <p role="alert" className={styles.error}>
        {failed !== null && <span>{failed.words}</span>}
      </p>
      <button type="submit" className="button" aria-disabled={isSending} aria-busy={isSending}>
        {t("correction.send")}
      </button>
    </form>
  );
}

const kindOf = (field: string) => (DATE_FIELDS.has(field) ? "date" : field in CHOICE_FIELDS ? field : "text");

interface RightValueProps {
  /** Empty without script, where any text is taken. */
  field: string;
  id: string;
  name: string;
  value: string;
  isInvalid: boolean;
  describedBy: string;
}

function RightValue({ field, value, isInvalid, describedBy, ...input }: RightValueProps) {
  const { t } = usePage();
  const choices = CHOICE_FIELDS[field as CustomerField];
  const common = {
    ...input,
    defaultValue: value,
    "aria-invalid": isInvalid || undefined,
    "aria-describedby": describedBy,
  };
  if (choices === undefined) {
    return <input {...common} type={kindOf(field)} maxLength={CUSTOMER_VALUE_MAX} dir="auto" autoComplete="off" />;
  }
  return (
    <select {...common}>
      <option value="">{t("correction.choose")}</option>
      {choices.map((each) => (
        <option key={each} value={each}>
          {t(`details.${each}`)}
        </option>
      ))}
    </select>
  );
}
