import { Button } from "@mantine/core";
import { useState } from "react";
import type { MailText } from "#contract/texts/mail-texts.ts";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Instant } from "#web/ui/instant.tsx";
import { TextSkeleton } from "#web/ui/text-skeleton.tsx";
import { useMailTextVersionsQuery } from "./mail-templates.api.ts";
import classes from "./mail-templates.module.css";

interface Props {
  text: MailText;
  onUse: (old: MailText) => void;
}

/** What the mail said before, and who published it; read when it is opened. */
export function MailTextVersions({ text, onUse }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Versions</summary>
      {isOpen && <Versions text={text} onUse={onUse} />}
    </details>
  );
}

function Versions({ text: { key, language }, onUse }: Props) {
  const { data, error, refetch } = useMailTextVersionsQuery({ key, language });
  if (data === undefined)
    return error === undefined ? <TextSkeleton lines={3} /> : <ErrorState error={error} onRetry={refetch} />;
  return (
    <ol className={classes.versions}>
      {data.data.map((each) => (
        <li key={each.version}>
          <Author text={each} />
          <p className={classes.subject}>
            <bdi>{each.subject}</bdi>
          </p>
          <pre dir="auto">{each.body}</pre>
          <Button variant="default" size="xs" aria-label={`Use version ${each.version}`} onClick={() => onUse(each)}>
            Use this text
          </Button>
        </li>
      ))}
    </ol>
  );
}

function Author({ text: { saved, is_built_in } }: { text: MailText }) {
  if (saved === null) return <span>Built in</span>;
  return (
    <span>
      <bdi>{saved.by}</bdi> <Instant at={saved.at} />
      {is_built_in && <span>, back to the built-in text</span>}
    </span>
  );
}
