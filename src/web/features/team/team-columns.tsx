import { Badge, Button, Group } from "@mantine/core";
import { Link } from "react-router";
import { can } from "#contract/roles.ts";
import { canManageMember, type TeamListEntry } from "#contract/team/team.ts";
import { editTeamMemberHref } from "#web/platform/paths.ts";
import type { TokenUser } from "#web/platform/session.ts";
import { Breakable } from "#web/ui/breakable.tsx";
import type { RecordColumn } from "#web/ui/record-table.tsx";
import { DeleteMember } from "./delete-member.tsx";
import { InvitedActions, InvitedTag } from "./invited-member.tsx";
import classes from "./team.module.css";

export type TeamRow = TeamListEntry & { number: number };

/** The columns of the list; without the permission there is no Action. */
export function teamColumns(actor: TokenUser, editedId: number | null): RecordColumn<TeamRow>[] {
  const columns: RecordColumn<TeamRow>[] = [
    { header: "#", cell: ({ number }) => number },
    { header: "Name", cell: (row) => <MemberName member={row} isSelf={row.id === actor.id} /> },
    { header: "Email", isLong: true, cell: ({ email }) => <Breakable text={email} /> },
    { header: "Password", cell: ({ password }) => (password === "" ? "–" : password) },
    { header: "Type", cell: ({ memberRole }) => <span className={classes.type}>{memberRole}</span> },
  ];
  if (!can(actor.type, "team:manage")) return columns;
  const action = (row: TeamRow) => <Actions row={row} actor={actor} isEdited={row.id === editedId} />;
  return [...columns, { header: "Action", cell: action }];
}

function MemberName({ member, isSelf }: { member: TeamRow; isSelf: boolean }) {
  const { name, invited_until: until, invitation_mail: mail } = member;
  return (
    <span className={classes.name}>
      <span translate="no">{name}</span>
      {isSelf && (
        <Badge variant="default" size="sm" tt="none" fw={500}>
          You
        </Badge>
      )}
      {until !== undefined && <InvitedTag until={until} mail={mail} />}
    </span>
  );
}

function Actions({ row, actor, isEdited }: { row: TeamRow; actor: TokenUser; isEdited: boolean }) {
  if (!canManageMember(actor.type, row.type)) return <span className={classes.reason}>Admins only</span>;
  return (
    <Group gap={6} my={-3} wrap={row.invited_until === undefined ? "nowrap" : "wrap"}>
      <Button
        component={Link}
        to={editTeamMemberHref(row.id)}
        variant="default"
        size="compact-sm"
        fw={500}
        aria-label={`Edit ${row.name}`}
        {...(isEdited && { "aria-current": "page" })}
      >
        Edit
      </Button>
      {row.invited_until !== undefined && <InvitedActions member={row} />}
      {row.invited_until === undefined && row.id !== actor.id && <DeleteMember member={row} isEdited={isEdited} />}
    </Group>
  );
}
