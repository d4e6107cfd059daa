import { useMemo, useRef } from "react";
import type { TokenUser } from "#web/platform/session.ts";
import { Unloaded } from "#web/ui/loading.tsx";
import { RecordTable } from "#web/ui/record-table.tsx";
import { Section } from "#web/ui/section.tsx";
import { RowsSkeleton } from "#web/ui/text-skeleton.tsx";
import { useKeptFocus } from "#web/ui/use-kept-focus.ts";
import { useTeamQuery } from "./team.api.ts";
import { teamColumns } from "./team-columns.tsx";

const TITLE = "Team Member List";

/** Everyone who may sign in. */
export function TeamListSection({ actor, editedId }: { actor: TokenUser; editedId: number | null }) {
  const { data, error, refetch } = useTeamQuery();
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
