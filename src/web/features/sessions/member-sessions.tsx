import { Button, Skeleton, Text, Title } from "@mantine/core";
import { useRef } from "react";
import { reported } from "#web/platform/reported.ts";
import { ErrorState } from "#web/ui/error-state.tsx";
import { useKeptFocus } from "#web/ui/use-kept-focus.ts";
import { SessionTable } from "./session-table.tsx";
import { useEndMemberSessionsMutation, useMemberSessionsQuery } from "./sessions.api.ts";

/** Another member's sessions, for those who manage them. */
export function MemberSessions({ memberId, name }: { memberId: number; name: string }) {
  const { data, error, refetch } = useMemberSessionsQuery(memberId);
  const [end, { isLoading }] = useEndMemberSessionsMutation();
  const list = useRef<HTMLDivElement>(null);
  const keptFocus = useKeptFocus(list);
  const label = `Sign-ins of ${name}`;

  const endSome = (ids?: string[]) =>
    reported(end({ teamMemberId: memberId, ...(ids && { ids }) }).unwrap(), { tells401: false });

  return (
    <div ref={list} tabIndex={-1} {...keptFocus}>
      <Title order={3} size="0.9375rem" mb="xs">
        Sign-ins
      </Title>
      {data === undefined &&
        (error === undefined ? <Skeleton height={64} aria-hidden /> : <ErrorState error={error} onRetry={refetch} />)}
      {data?.data.length === 0 && (
        <Text c="dimmed" style={{ overflowWrap: "anywhere" }}>
          {`${name} is not signed in anywhere.`}
        </Text>
      )}
      {data !== undefined && data.data.length > 0 && (
        <>
          <SessionTable label={label} sessions={data.data} isBusy={isLoading} onEnd={({ id }) => void endSome([id])} />
          <Button variant="default" size="xs" mt="xs" disabled={isLoading} onClick={() => void endSome()}>
            End all of them
          </Button>
        </>
      )}
    </div>
  );
}
