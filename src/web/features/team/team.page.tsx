import { useParams } from "react-router";
import { can } from "#contract/roles.ts";
import { rowIdSchema } from "#contract/row-id.ts";
import { TEAM_MESSAGES } from "#contract/team/messages.ts";
import type { TokenUser } from "#web/platform/session.ts";
import { useSession } from "#web/platform/use-session.ts";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Section } from "#web/ui/section.tsx";
import { ActivitySection } from "./activity.section.tsx";
import { MemberNotFound, MemberSection } from "./member.section.tsx";
import classes from "./team.module.css";
import { TeamListSection } from "./team-list.section.tsx";
import { TeamNote } from "./team-note.tsx";

/** `/admin/manage-team`, and `/admin/manage-team/:teamMemberId` with that member in the form. */
export function ManageTeamPage() {
  const session = useSession();
  const { teamMemberId } = useParams();
  return (
    <div className={classes.page}>
      <PageHeader title="Manage Team" />
      {session !== null && <Team actor={session.user} idText={teamMemberId} />}
    </div>
  );
}

function Team({ actor, idText }: { actor: TokenUser; idText: string | undefined }) {
  if (!can(actor.type, "team:manage")) {
    return (
      <>
        <TeamNote text={TEAM_MESSAGES.teamReadOnly} />
        <TeamListSection actor={actor} editedId={null} />
      </>
    );
  }
  const memberId = idText === undefined ? null : rowIdSchema.safeParse(idText).data;
  return (
    <>
      <div className={classes.columns}>
        {memberId === undefined ? (
          <Section title="Edit Member">
            <MemberNotFound />
          </Section>
        ) : (
          <MemberSection key={memberId} memberId={memberId} actor={actor} />
        )}
        <TeamListSection actor={actor} editedId={memberId ?? null} />
      </div>
      <ActivitySection />
    </>
  );
}
