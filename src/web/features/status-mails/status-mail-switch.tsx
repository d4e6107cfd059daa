import { Switch } from "@mantine/core";
import { formatDateTimeUtc } from "#contract/dates.ts";
import { COUNTED_DAYS, type StatusMail } from "#contract/status-mails/status-mails.ts";
import { MAIL_TEXT_NAMES, type StatusMailKey } from "#contract/texts/mail-texts.ts";
import { reported } from "#web/platform/reported.ts";
import { ErrorState } from "#web/ui/error-state.tsx";
import { TextSkeleton } from "#web/ui/text-skeleton.tsx";
import { useStatusMailsQuery, useSwitchStatusMailMutation } from "./status-mails.api.ts";

/** Switches a status mail on or off, and says how many were sent. */
export function StatusMailSwitch({ mailKey }: { mailKey: StatusMailKey }) {
  const { data, error, refetch } = useStatusMailsQuery();
  const [switchMail, { isLoading }] = useSwitchStatusMailMutation();
  const mail = data?.data.find(({ key }) => key === mailKey);
  if (mail === undefined) {
    return error === undefined ? <TextSkeleton lines={1} /> : <ErrorState error={error} onRetry={refetch} />;
  }
  const change = (isOn: boolean) =>
    reported(switchMail({ key: mailKey, isOn }).unwrap(), { sticky: true, about: `status-mail:${mailKey}` });
  return (
    <Switch
      label={`Send “${MAIL_TEXT_NAMES[mailKey]}”`}
      description={<span>{figuresOf(mail)}</span>}
      checked={mail.since !== null}
      disabled={isLoading}
      onChange={({ currentTarget }) => void change(currentTarget.checked)}
    />
  );
}

/** One text: a page that the browser translates keeps it in elements that it has made. */
function figuresOf({ since, sent, bounced, waiting }: StatusMail): string {
  if (since === null && sent === 0) return "Off. Nothing that happened before is sent when it is switched on.";
  const figures = `In the last ${COUNTED_DAYS} days: ${sent} sent, ${bounced} bounced. ${waiting} waiting.`;
  return since === null ? `Off. ${figures}` : `On since ${formatDateTimeUtc(since)} UTC. ${figures}`;
}
