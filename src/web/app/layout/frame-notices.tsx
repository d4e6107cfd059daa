import { Button } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { type Icon, IconAlertTriangle, IconCloudOff, IconFileText } from "@tabler/icons-react";
import { type ComponentType, lazy, Suspense } from "react";
import { useSelector } from "react-redux";
import { useLocation } from "react-router";
import { DAY_MS } from "#contract/dates.ts";
import { useUserInfoQuery } from "#web/features/auth/auth.api.ts";
import { missingCompanyText, NO_PROVIDER, WHERE_PROVIDERS_ARE_SET } from "#web/features/setup/missing-words.ts";
import { useFirstStepsState } from "#web/features/setup/use-first-steps-state.ts";
import { selectIsDown } from "#web/platform/connection.ts";
import { pageConfig } from "#web/platform/page-config.ts";
import { PATHS } from "#web/platform/paths.ts";
import { useCan } from "#web/platform/use-can.ts";
import { useNow } from "#web/platform/use-now.ts";
import { useSession } from "#web/platform/use-session.ts";
import classes from "./admin-layout.module.css";
import type { OwnSignIn } from "./own-sign-in.notices.tsx";

const Nothing: ComponentType<OwnSignIn> = () => null;
/** Few members ever see one; without them the console works as well. */
const OwnSignInNotices = lazy(() =>
  import("./own-sign-in.notices.tsx").then(
    (loaded): { default: ComponentType<OwnSignIn> } => ({ default: loaded.OwnSignInNotices }),
    () => ({ default: Nothing }),
  ),
);

/** Notices for the whole console: an outage, and what is missing of the installation, unless the first steps say so. */
export function FrameNotices() {
  const isDown = useSelector(selectIsDown);
  const isAdmin = useCan("setup:view");
  const [firstSteps] = useFirstStepsState();
  const isSaid = useLocation().pathname.replace(/\/$/, "") === PATHS.admin && isAdmin && firstSteps !== "away";
  const setBy = useUserInfoQuery().data?.data.password_set_by;
  const { missingCompanyDetails: missing, mailIsWrittenToFiles, secondFactorRoles } = pageConfig();
  const needsFactor = secondFactorRoles.includes(useSession()?.user.type ?? "");
  return (
    <>
      <div role="status">
        {isDown && (
          <p className={classes.outage}>
            <IconCloudOff size={18} aria-hidden />
            <span>
              <strong>The server can't be reached.</strong> We keep trying; this page goes on by itself when it is back.
            </span>
          </p>
        )}
      </div>
      {(setBy || needsFactor) && (
        <Suspense>
          <OwnSignInNotices setBy={setBy} needsFactor={needsFactor} className={classes.warning} />
        </Suspense>
      )}
      {isAdmin && !isSaid && missing.length > 0 && (
        <Notice
          topic={`company ${missing.join(" ")}`}
          icon={IconAlertTriangle}
          className={classes.warning}
          text={missingCompanyText(missing)}
        />
      )}
      {!isSaid && mailIsWrittenToFiles && (
        <Notice
          topic="mail"
          icon={IconFileText}
          className={classes.note}
          text={isAdmin ? `${NO_PROVIDER} ${WHERE_PROVIDERS_ARE_SET}` : NO_PROVIDER}
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

/** A notice, which an Admin can put off for a day in this browser. */
function Notice({ topic, icon: NoticeIcon, className, text }: NoticeProps) {
  const now = useNow();
  const canPutOff = useCan("setup:view");
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
      {canPutOff && (
        <Button variant="subtle" color="gray" size="compact-xs" onClick={() => setUntil(now + DAY_MS)}>
          Remind me tomorrow
        </Button>
      )}
    </div>
  );
}
