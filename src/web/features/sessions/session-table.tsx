import { Badge, Button } from "@mantine/core";
import type { SessionEntry } from "#contract/sessions/sessions.ts";
import { Instant } from "#web/ui/instant.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";

interface Props {
  label: string;
  sessions: readonly SessionEntry[];
  isBusy: boolean;
  onEnd: (session: SessionEntry) => void;
}

type Row = SessionEntry & { number: number };

/** Sessions with their device, place and time, and a button to end each. */
export function SessionTable({ label, sessions, isBusy, onEnd }: Props) {
  const columns: RecordColumn<Row>[] = [
    { header: "Device", cell: (row) => <Device session={row} /> },
    { header: "Place", cell: ({ place }) => place ?? "Not known" },
    { header: "First use (UTC)", cell: ({ first_used_at }) => <Instant at={first_used_at} /> },
    { header: "Last use (UTC)", cell: ({ last_used_at }) => <Instant at={last_used_at} /> },
    {
      header: "Action",
      isScreenOnly: true,
      cell: (row) => (
        <Button
          variant="outline"
          color="coral"
          size="compact-sm"
          fw={500}
          disabled={isBusy}
          aria-label={`End ${row.is_this ? "this sign-in" : `the sign-in on ${row.device}`}`}
          onClick={() => onEnd(row)}
        >
          End
        </Button>
      ),
    },
  ];
  const rows = sessions.map((session, index) => ({ ...session, number: index + 1 }));
  return <RecordTable label={label} columns={columns} rows={rows} rowKey={({ number }) => number} />;
}

function Device({ session: { device, is_this, is_remembered } }: { session: SessionEntry }) {
  return (
    <span>
      <span>{device}</span>{" "}
      {is_this && (
        <Badge variant="default" size="sm" tt="none" fw={500}>
          This one
        </Badge>
      )}{" "}
      {is_remembered && (
        <Badge variant="default" size="sm" tt="none" fw={500}>
          Remembered
        </Badge>
      )}
    </span>
  );
}
