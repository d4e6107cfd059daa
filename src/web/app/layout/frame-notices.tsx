import { IconAlertTriangle, IconCloudOff, IconFileText } from "@tabler/icons-react";
import { useSelector } from "react-redux";
import { selectIsDown } from "#web/platform/connection.ts";
import { pageConfig } from "#web/platform/page-config.ts";
import { useSession } from "#web/platform/use-session.ts";
import classes from "./frame-notices.module.css";

/** Notices for the whole console: an outage, and mails that are only written to files. */
export function FrameNotices() {
  const isDown = useSelector(selectIsDown);
  const isAdmin = useSession()?.user.type === "Admin";
  const missing = pageConfig().missingCompanyDetails;
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
      {isAdmin && missing.length > 0 && (
        <p className={classes.warning}>
          <IconAlertTriangle size={16} aria-hidden />
          <span>
            {`The company's details are missing from the letters of the defence packs: ${missing.join(", ")}. Set them in the configuration.`}
          </span>
        </p>
      )}
      {pageConfig().mailIsWrittenToFiles && (
        <p className={classes.note}>
          <IconFileText size={16} aria-hidden />
          <span>No mail provider is configured: mails are written to files and not delivered.</span>
        </p>
      )}
    </>
  );
}
