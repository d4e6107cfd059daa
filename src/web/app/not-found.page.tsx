import { Button, Title } from "@mantine/core";
import { useEffect } from "react";
import { Link } from "react-router";
import { MESSAGES } from "#contract/messages.ts";
import { pageConfig } from "#web/platform/page-config.ts";
import { PATHS } from "#web/platform/paths.ts";
import classes from "./page.module.css";

export function NotFoundPage() {
  useEffect(() => {
    document.title = `Page not found · ${pageConfig().serviceName}`;
  }, []);
  return (
    <div className={classes.message}>
      <Title order={1} size="1.375rem">
        Page not found
      </Title>
      <p>{`${MESSAGES.notFound} The address may be mistyped, or the page has moved.`}</p>
      <div className={classes.buttons}>
        <Button component={Link} to={PATHS.admin}>
          Go to the dashboard
        </Button>
      </div>
    </div>
  );
}
