import { Button } from "@mantine/core";
import { useState } from "react";
import type { QuickReply } from "#contract/texts/quick-replies.ts";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Instant } from "#web/ui/instant.tsx";
import { TextSkeleton } from "#web/ui/text-skeleton.tsx";
import { useQuickReplyVersionsQuery } from "./texts.api.ts";
import classes from "./texts.module.css";

interface Props {
  reply: QuickReply;
  onUse: (body: string) => void;
}

/** What the quick reply said before, and who changed it; read when it is opened. */
export function ReplyVersions({ reply, onUse }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Versions</summary>
      {isOpen && <Versions reply={reply} onUse={onUse} />}
    </details>
  );
}

function Versions({ reply: { key, language }, onUse }: Props) {
  const { data, error, refetch } = useQuickReplyVersionsQuery({ key, language });
  if (data === undefined)
    return error === undefined ? <TextSkeleton lines={3} /> : <ErrorState error={error} onRetry={refetch} />;
  return (
    <ol className={classes.versions}>
      {data.data.map(({ version, saved, body, is_removed }) => (
        <li key={version}>
          <span>
            {saved === null ? (
              <span>Built in</span>
            ) : (
              <>
                <bdi>{saved.by}</bdi> <Instant at={saved.at} />
              </>
            )}
          </span>
          {is_removed && <span>, removed</span>}
          <pre>{body}</pre>
          <Button variant="default" size="xs" aria-label={`Use version ${version}`} onClick={() => onUse(body)}>
            Use this text
          </Button>
        </li>
      ))}
    </ol>
  );
}
