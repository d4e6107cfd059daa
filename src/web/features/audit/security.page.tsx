import { Stack } from "@mantine/core";
import { IconShieldLock } from "@tabler/icons-react";
import { useSearchParams } from "react-router";
import { useCan } from "#web/platform/use-can.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { RecordList, useRecordPage } from "#web/ui/record-list.tsx";
import { type RecordColumn, RecordTable } from "#web/ui/record-table.tsx";
import { RefreshButton } from "#web/ui/refresh-button.tsx";
import { TabLinks } from "#web/ui/tab-links.tsx";
import { TextSkeleton } from "#web/ui/text-skeleton.tsx";
import { useAuditLogQuery, useOtherAddressMailsQuery, useViewLogQuery } from "./audit.api.ts";
import classes from "./security.module.css";
import { LOG_COLUMNS, MAIL_COLUMNS, VIEW_COLUMNS } from "./security-columns.tsx";
import { SecurityFilterForm } from "./security-filter.tsx";
import { readFilter, readTab, SECURITY_TABS, type SecurityTab, toQuery, withTab } from "./security-url.ts";

const TABS: Record<SecurityTab, { words: string; note: string; filledBy: string }> = {
  log: {
    words: "Audit log",
    note: "Sign-ins, refusals, changes and exports, newest first. Entries can't be changed or deleted. Failed sign-ins, lock-outs, refusals and forged reports are counted and written every ten seconds.",
    filledBy: "What members do is listed here.",
  },
  views: {
    words: "Views",
    note: "What each member opened and saw, hour by hour. Opening more than 300 different orders within an hour is recorded in the audit log and mailed to every Admin.",
    filledBy: "Orders that members open or are shown are counted here.",
  },
  mails: {
    words: "Mails to other addresses",
    note: "Documents mailed to an address other than the order's own, with the reason given. A member may send 20 an hour. Mails of permanently deleted orders are not listed; the audit log still says that they were sent.",
    filledBy: "Documents that are resent to another address are listed here.",
  },
};

/** `/admin/security`: the audit log, the view log and documents mailed to other addresses, for Admins. */
export function SecurityPage() {
  return (
    <Stack gap="md">
      {useCan("security:view") ? (
        <Lists />
      ) : (
        <>
          <PageHeader title="Security" />
          <EmptyState
            title="Only Admins see this page"
            text="Ask an Admin of your team."
            icon={<IconShieldLock size={28} stroke={1.5} aria-hidden />}
          />
        </>
      )}
    </Stack>
  );
}

function Lists() {
  const [params] = useSearchParams();
  const place = useRecordPage();
  const tab = readTab(params);
  const filter = readFilter(params);
  const query = { ...toQuery(filter, tab), page: place.page, limit: place.limit };
  const lists = {
    log: useAuditLogQuery(query, { skip: tab !== "log" }),
    views: useViewLogQuery(query, { skip: tab !== "views" }),
    mails: useOtherAddressMailsQuery(query, { skip: tab !== "mails" }),
  };
  const hint = Object.keys(toQuery(filter, tab)).length > 0 ? "No entry fits the filter." : TABS[tab].filledBy;
  const rows = {
    log: <Rows rows={lists.log.currentData?.data} columns={LOG_COLUMNS} keyOf={({ id }) => id} tab="log" hint={hint} />,
    views: (
      <Rows
        rows={lists.views.currentData?.data}
        columns={VIEW_COLUMNS}
        keyOf={({ hour, member }) => Date.parse(hour) + member.id}
        tab="views"
        hint={hint}
      />
    ),
    mails: (
      <Rows
        rows={lists.mails.currentData?.data}
        columns={MAIL_COLUMNS}
        keyOf={({ id }) => id}
        tab="mails"
        hint={hint}
      />
    ),
  };
  return (
    <>
      <PageHeader title="Security">
        <RefreshButton onRefresh={lists[tab].refetch} />
      </PageHeader>
      <TabLinks
        label="Which list"
        tabs={SECURITY_TABS.map((each) => ({
          words: TABS[each].words,
          href: `?${withTab(params, each)}`,
          isCurrent: each === tab,
        }))}
      />
      <p className={classes.note}>{TABS[tab].note}</p>
      <SecurityFilterForm tab={tab} filter={filter} />
      <RecordList
        place={place}
        read={lists[tab]}
        loading="Loading the list"
        skeleton={<TextSkeleton lines={8} />}
        className={classes.rows}
      >
        {rows[tab]}
      </RecordList>
    </>
  );
}

interface RowsProps<R> {
  rows: readonly R[] | undefined;
  columns: readonly RecordColumn<R>[];
  keyOf: (row: R) => number;
  tab: SecurityTab;
  /** Why there are none. */
  hint: string;
}

function Rows<R>({ rows = [], columns, keyOf, tab, hint }: RowsProps<R>) {
  if (rows.length === 0) return <EmptyState hint={hint} icon={<IconShieldLock size={28} stroke={1.5} aria-hidden />} />;
  return <RecordTable label={TABS[tab].words} columns={columns} rows={rows} rowKey={keyOf} limit={rows.length} />;
}
