import { Button, Skeleton, Stack } from "@mantine/core";
import { skipToken } from "@reduxjs/toolkit/query";
import { IconUserQuestion } from "@tabler/icons-react";
import { Link } from "react-router";
import { TEAM_MESSAGES } from "#contract/team/messages.ts";
import { canManageMember, type TeamMember } from "#contract/team/team.ts";
import { MemberFactor } from "#web/features/factors/member-factor.tsx";
import { MemberSessions } from "#web/features/sessions/member-sessions.tsx";
import { useMemberSessionsQuery } from "#web/features/sessions/sessions.api.ts";
import { toApiError } from "#web/platform/api-error.ts";
import { PATHS } from "#web/platform/paths.ts";
import type { TokenUser } from "#web/platform/session.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Loading } from "#web/ui/loading.tsx";
import { Section } from "#web/ui/section.tsx";
import { MemberForm } from "./member-form.tsx";
import { useTeamMemberQuery, useTeamTypesQuery } from "./team.api.ts";
import { TeamNote } from "./team-note.tsx";

const NOT_FOUND = 404;
const FIELDS = ["Name", "Password", "Email ID", "Member Type"];

/** The form for a new member, or for the one with the given id. */
export function MemberSection({ memberId, actor }: { memberId: number | null; actor: TokenUser }) {
  return (
    <Section title={memberId === null ? "Add Member" : "Edit Member"}>
      <Content memberId={memberId} actor={actor} />
    </Section>
  );
}

function Content({ memberId, actor }: { memberId: number | null; actor: TokenUser }) {
  const types = useTeamTypesQuery();
  const info = useTeamMemberQuery(memberId ?? skipToken);
  const member = info.data?.data;
  const error = types.data === undefined ? types.error : undefined;
  const infoError = member === undefined ? info.error : undefined;

  if (infoError !== undefined && toApiError(infoError).httpStatus === NOT_FOUND) return <MemberNotFound />;
  if (member !== undefined && !canManageMember(actor.type, member.type)) {
    return <TeamNote text={TEAM_MESSAGES.teamManagerOnAdmin}>{<BackToAdding />}</TeamNote>;
  }
  if (error !== undefined || infoError !== undefined) {
    const retry = () => {
      if (error !== undefined) types.refetch();
      if (infoError !== undefined) info.refetch();
    };
    return <ErrorState error={error ?? infoError} onRetry={retry} />;
  }
  if (types.data === undefined || (memberId !== null && member === undefined)) return <FormSkeleton />;
  return (
    <Stack gap="lg">
      <MemberForm member={member ?? null} types={types.data.data} actor={actor} />
      {member !== undefined && member.id !== actor.id && <SignInOf member={member} />}
    </Stack>
  );
}

/** How and where another member signs in. */
function SignInOf({ member }: { member: TeamMember }) {
  const hasFactor = useMemberSessionsQuery(member.id).data?.has_second_factor;
  return (
    <>
      {hasFactor !== undefined && <MemberFactor member={member} hasFactor={hasFactor} />}
      <MemberSessions memberId={member.id} name={member.name} />
    </>
  );
}

/** The URL matches no member. */
export function MemberNotFound() {
  return (
    <EmptyState
      title={TEAM_MESSAGES.teamMemberNotFound}
      text="The address may be mistyped, or the member was removed."
      icon={<IconUserQuestion size={28} stroke={1.5} aria-hidden />}
    >
      <BackToAdding />
    </EmptyState>
  );
}

function BackToAdding() {
  return (
    <Button component={Link} to={PATHS.manageTeam} variant="default" mt="sm">
      Back to adding
    </Button>
  );
}

function FormSkeleton() {
  return (
    <Loading label="Loading the form">
      <Stack gap="sm" aria-hidden>
        {FIELDS.map((field) => (
          <div key={field}>
            <Skeleton height={12} width={88} radius={4} mb={9} />
            <Skeleton height={36} />
          </div>
        ))}
        <Skeleton height={36} width={124} mt="xs" />
      </Stack>
    </Loading>
  );
}
