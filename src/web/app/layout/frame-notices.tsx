import { IconCloudOff, IconFileText } from "@tabler/icons-react";
import { useSelector } from "react-redux";
import { selectIsDown } from "#web/platform/connection.ts";
import { pageConfig } from "#web/platform/page-config.ts";
import { useCan } from "#web/platform/use-can.ts";
import { LoadedPart } from "#web/ui/loaded-part.tsx";
import classes from "./admin-layout.module.css";

const NO_PROVIDER = "No mail provider is configured: mails are written to files and not delivered.";

const loadSetup = async () => (await import("./setup-notices.tsx")).SetupNotices;

/** Notices for the whole console: an outage, and mails that are only written to files; for Admins all that is missing. */
export function FrameNotices() {
  const isDown = useSelector(selectIsDown);
  const isAdmin = useCan("setup:view");
  const { missingCompanyDetails, mailIsWrittenToFiles } = pageConfig();
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
      {isAdmin && (missingCompanyDetails.length > 0 || mailIsWrittenToFiles) && (
        <LoadedPart load={loadSetup} props={{ noProvider: NO_PROVIDER }} skeleton={null} />
      )}
      {!isAdmin && mailIsWrittenToFiles && (
        <div className={classes.note}>
          <IconFileText size={16} aria-hidden />
          <p>{NO_PROVIDER}</p>
        </div>
      )}
    </>
  );
}
