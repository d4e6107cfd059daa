import { Button } from "@mantine/core";
import { IconCloudOff, IconRefresh } from "@tabler/icons-react";
import { requestIdOf, toApiError } from "#web/platform/api-error.ts";
import { RequestId } from "./request-id.tsx";
import classes from "./state.module.css";

/** An error message with a retry button. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const requestId = requestIdOf(error);
  return (
    <div className={classes.state} role="alert">
      <span className={classes.icon}>
        <IconCloudOff size={28} stroke={1.5} aria-hidden />
      </span>
      <p className={classes.title}>{toApiError(error).message}</p>
      {requestId !== undefined && <RequestId id={requestId} />}
      <Button variant="default" leftSection={<IconRefresh size={16} aria-hidden />} onClick={onRetry} mt="xs">
        Retry
      </Button>
    </div>
  );
}
