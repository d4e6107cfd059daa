import { Button, Group, Stack, Text } from "@mantine/core";
import { type ReactNode, useRef } from "react";
import { Link, useNavigate } from "react-router";
import { type EndSessions, endSessions } from "#contract/sessions/sessions.ts";
import { PATHS } from "#web/platform/paths.ts";
import { endOwnSession } from "#web/platform/refused-session.ts";
import { reported } from "#web/platform/reported.ts";
import { removeSession } from "#web/platform/session.ts";
import { useConfirm } from "#web/ui/confirm.tsx";
import { Unloaded } from "#web/ui/loading.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Section } from "#web/ui/section.tsx";
import { RowsSkeleton } from "#web/ui/text-skeleton.tsx";
import { useKeptFocus } from "#web/ui/use-kept-focus.ts";
import { SessionTable } from "./session-table.tsx";
import { useEndSessionsMutation, useSessionsQuery } from "./sessions.api.ts";

const TITLE = "Where you are signed in";

/** `/admin/account`: the member's own sessions, to review and end, below the parts of other features. */
export function AccountPage({ children }: { children: ReactNode }) {
  return (
    <Stack gap="md">
      <PageHeader title="Your sign-in" />

      <Section title="Password">
        <Group justify="space-between" gap="sm">
          <Text>Change it if someone else may know it. You will then be signed out everywhere.</Text>
          <Button component={Link} to={PATHS.changePassword} variant="default">
            Change Password
          </Button>
        </Group>
      </Section>
      {children}
      <SessionsSection />
    </Stack>
  );
}

function SessionsSection() {
  const { data, error, refetch } = useSessionsQuery();
  const [end, { isLoading }] = useEndSessionsMutation();
  const confirm = useConfirm();
  const navigate = useNavigate();
  const list = useRef<HTMLDivElement>(null);
  const keptFocus = useKeptFocus(list);

  const endSome = async (request: EndSessions, isOwn: boolean) => {
    const send = () => end(request).unwrap();
    const answer = await reported(isOwn ? endOwnSession(endSessions, send) : send(), { tells401: false });
    if (answer === null || !isOwn) return;
    removeSession({ isChoice: true });
    await navigate(PATHS.signIn, { replace: true });
  };
  const endAll = async () => {
    const text = "You will be signed out on every device, including this one.";
    if (await confirm({ title: "Sign out everywhere", text })) await endSome({ all: true }, true);
  };

  if (data === undefined) {
    return (
      <Section title={TITLE}>
        <Unloaded label="Loading your sign-ins" error={error} onRetry={refetch}>
          <RowsSkeleton rows={2} height={32} />
        </Unloaded>
      </Section>
    );
  }
  const hasOthers = data.data.some(({ is_this }) => !is_this);
  return (
    <Section title={TITLE}>
      <div ref={list} tabIndex={-1} {...keptFocus}>
        <SessionTable
          label={TITLE}
          sessions={data.data}
          isBusy={isLoading}
          onEnd={({ id, is_this }) => void endSome({ ids: [id] }, is_this)}
        />
      </div>
      <Group gap="xs" mt="md">
        <Button
          variant="default"
          disabled={isLoading || !hasOthers}
          onClick={() => void endSome({ others: true }, false)}
        >
          End all others
        </Button>
        <Button variant="outline" color="coral" disabled={isLoading} onClick={() => void endAll()}>
          Sign out everywhere
        </Button>
      </Group>
    </Section>
  );
}
