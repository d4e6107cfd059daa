import { useEffect, useMemo, useRef, useState } from "react";
import type { TeamListEntry } from "#contract/team/team.ts";
import type { TokenUser } from "#web/platform/session.ts";
import { announce } from "#web/ui/announcer.tsx";
import { Unloaded } from "#web/ui/loading.tsx";
import { RecordTable } from "#web/ui/record-table.tsx";
import { Section } from "#web/ui/section.tsx";
import { RowsSkeleton } from "#web/ui/text-skeleton.tsx";
import { useKeptFocus } from "#web/ui/use-kept-focus.ts";
import { useTeamQuery } from "./team.api.ts";
import { teamColumns } from "./team-columns.tsx";

const TITLE = "Team Member List";
const QUEUED_POLL_MS = 3000;
/** The server's pauses between attempts grow to minutes. */
const DELAYED_POLL_MS = 20_000;

/** Everyone who may sign in. */
export function TeamListSection({ actor, editedId }: { actor: TokenUser; editedId: number | null }) {
  const { data, error, refetch } = useTeam();
  const columns = useMemo(() => teamColumns(actor, editedId), [actor, editedId]);
  const rows = useMemo(() => data?.data.map((entry, index) => ({ ...entry, number: index + 1 })), [data]);
  const list = useRef<HTMLDivElement>(null);
  const keptFocus = useKeptFocus(list);
  return (
    <Section title={TITLE}>
      {rows !== undefined && (
        <div ref={list} tabIndex={-1} {...keptFocus}>
          <RecordTable label={TITLE} columns={columns} rows={rows} rowKey={({ id }) => id} limit={rows.length} />
        </div>
      )}
      {rows === undefined && (
        <Unloaded label="Loading the team" error={error} onRetry={refetch}>
          <RowsSkeleton rows={5} height={32} />
        </Unloaded>
      )}
    </Section>
  );
}

/** The team, polled while an invitation waits to be mailed; a refusal is announced. */
function useTeam() {
  const [pollingInterval, setPollingInterval] = useState(0);
  const { data, error, refetch } = useTeamQuery(undefined, { pollingInterval, skipPollingIfUnfocused: true });

  const interval = pollInterval(data?.data ?? []);
  if (interval !== pollingInterval) setPollingInterval(interval);

  const before = useRef(data?.data);
  useEffect(() => {
    const last = before.current;
    before.current = data?.data;
    for (const { id, name, invitation_mail: mail } of data?.data ?? []) {
      const known = last?.find((entry) => entry.id === id)?.invitation_mail;
      if (mail === "refused" && known !== undefined && known !== mail) {
        announce(`The mail with the invitation of ${name} was refused`);
      }
    }
  }, [data]);

  return { data, error, refetch };
}

function pollInterval(team: readonly TeamListEntry[]): number {
  const states = new Set(team.map(({ invitation_mail: mail }) => mail));
  if (states.has("queued")) return QUEUED_POLL_MS;
  return states.has("delayed") ? DELAYED_POLL_MS : 0;
}
