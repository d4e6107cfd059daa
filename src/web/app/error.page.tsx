import { Button, Title } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useSelector } from "react-redux";
import { useNavigate, useRouteError } from "react-router";
import { requestIdOf } from "#web/platform/api-error.ts";
import { selectIsDown } from "#web/platform/connection.ts";
import { LoadError } from "#web/platform/load-page.ts";
import { pageConfig } from "#web/platform/page-config.ts";
import { PATHS } from "#web/platform/paths.ts";
import { RequestId } from "#web/ui/request-id.tsx";
import classes from "./page.module.css";

function words(error: unknown): string {
  if (error instanceof LoadError) return `${error.message} Reload the page to try again; nothing you saved is lost.`;
  return "Something went wrong on this screen. Nothing you saved is lost.";
}

/** Reloads a page that failed to load during an outage once the server is back. */
function useReloadAfterOutage(isLoadError: boolean): void {
  const isDown = useSelector(selectIsDown);
  const wasDown = useRef(isDown);
  useEffect(() => {
    if (isLoadError && wasDown.current && !isDown) window.location.reload();
    wasDown.current = isDown;
  }, [isLoadError, isDown]);
}

/** Shown for unexpected errors: names the failed request, if any, and offers ways to continue. */
export function ErrorPage() {
  const error = useRouteError();
  const navigate = useNavigate();
  const requestId = requestIdOf(error);
  useEffect(() => {
    document.title = `Error · ${pageConfig().serviceName}`;
  }, []);
  useReloadAfterOutage(error instanceof LoadError);
  return (
    <div className={classes.message} role="alert">
      <Title order={1} size="1.375rem">
        Unexpected Application Error!
      </Title>
      <p>{words(error)}</p>
      {requestId !== undefined && <RequestId id={requestId} />}
      <div className={classes.buttons}>
        <Button onClick={() => window.location.reload()}>Reload the page</Button>
        <Button variant="default" onClick={() => navigate(PATHS.admin)}>
          Go to the dashboard
        </Button>
      </div>
    </div>
  );
}

/** The same page without the console's frame, which may be what failed. */
export function BareErrorPage() {
  return (
    <main>
      <ErrorPage />
    </main>
  );
}
