import { IconCloudOff, IconFileText } from "@tabler/icons-react";
import { useSelector } from "react-redux";
import { selectIsDown } from "#web/platform/connection.ts";
import { pageConfig } from "#web/platform/page-config.ts";
import classes from "./frame-notices.module.css";

/** What the whole console should know: an outage, while it lasts, and mail that ends in files. */
export function FrameNotices() {
  const isDown = useSelector(selectIsDown);
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
      {pageConfig().mailIsWrittenToFiles && (
        <p className={classes.note}>
          <IconFileText size={16} aria-hidden />
          <span>No mail provider is configured: mails are written to files and reach nobody.</span>
        </p>
      )}
    </>
  );
}
