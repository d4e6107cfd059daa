import { Skeleton, Stack } from "@mantine/core";
import { useMemo, useRef } from "react";
import type { TokenUser } from "#web/platform/session.ts";
import { ErrorState } from "#web/ui/error-state.tsx";
import { RecordTable } from "#web/ui/record-table.tsx";
import { Section } from "#web/ui/section.tsx";
import { useKeptFocus } from "#web/ui/use-kept-focus.ts";
import { useTeamQuery } from "./team.api.ts";
import { teamColumns } from "./team-columns.tsx";

const TITLE = "Team Member List";
const SKELETON_ROWS = [1, 2, 3, 4, 5];

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
      {rows === undefined && (error === undefined ? <ListSkeleton /> : <ErrorState error={error} onRetry={refetch} />)}
    </Section>
  );
}

function ListSkeleton() {
  return (
    <>
      <p className="ad-visually-hidden" role="status">
        Loading the team
      </p>
      <Stack gap="sm" aria-hidden>
        <Skeleton height={12} radius={4} />
        {SKELETON_ROWS.map((row) => (
          <Skeleton key={row} height={32} />
        ))}
      </Stack>
    </>
  );
}
