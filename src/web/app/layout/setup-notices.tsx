import { Button } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { type Icon, IconAlertTriangle, IconFileText } from "@tabler/icons-react";
import { useLocation } from "react-router";
import { DAY_MS } from "#contract/dates.ts";
import { missingCompanyText, WHERE_PROVIDERS_ARE_SET } from "#web/features/setup/missing-words.ts";
import { useFirstSteps } from "#web/features/setup/use-first-steps.ts";
import { pageConfig } from "#web/platform/page-config.ts";
import { PATHS } from "#web/platform/paths.ts";
import { useNow } from "#web/platform/use-now.ts";
import { useSession } from "#web/platform/use-session.ts";
import classes from "./admin-layout.module.css";

/** What is missing of the installation, for Admins; not where the first steps say so. */
export function SetupNotices({ noProvider }: { noProvider: string }) {
  const [firstSteps] = useFirstSteps();
  const isOnDashboard = useLocation().pathname.replace(/\/$/, "") === PATHS.admin;
  if (isOnDashboard && firstSteps !== "away") return null;
  const { missingCompanyDetails: missing, mailIsWrittenToFiles } = pageConfig();
  return (
    <>
      {missing.length > 0 && (
        <Notice
          topic={`company ${missing.join(" ")}`}
          icon={IconAlertTriangle}
          className={classes.warning}
          text={missingCompanyText(missing)}
        />
      )}
      {mailIsWrittenToFiles && (
        <Notice
          topic="mail"
          icon={IconFileText}
          className={classes.note}
          text={`${noProvider} ${WHERE_PROVIDERS_ARE_SET}`}
        />
      )}
    </>
  );
}

interface NoticeProps {
  /** What was put off; another topic shows at once. */
  topic: string;
  icon: Icon;
  className: string | undefined;
  text: string;
}

/** A notice that the member can put off for a day in this browser. */
function Notice({ topic, icon: NoticeIcon, className, text }: NoticeProps) {
  const now = useNow();
  const [until, setUntil] = useLocalStorage({
    key: `put-off:${useSession()?.user.id}:${topic}`,
    defaultValue: 0,
    getInitialValueInEffect: false,
  });
  if (now < until) return null;
  return (
    <div className={className}>
      <NoticeIcon size={16} aria-hidden />
      <p>{text}</p>
      <Button variant="subtle" color="gray" size="compact-xs" onClick={() => setUntil(now + DAY_MS)}>
        Remind me tomorrow
      </Button>
    </div>
  );
}
