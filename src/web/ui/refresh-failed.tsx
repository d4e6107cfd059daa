import { Alert, Button } from "@mantine/core";
import { IconCloudOff } from "@tabler/icons-react";
import { errorMessage } from "#web/platform/api-error.ts";

/** A notice above stale data that refreshing it failed. */
export function RefreshFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <Alert style={{ whiteSpace: "pre-line" }} color="gray" role="status" icon={<IconCloudOff size={20} aria-hidden />}>
      <span>{`The data shown may be out of date. ${errorMessage(error)} `}</span>
      <Button variant="default" size="compact-xs" onClick={onRetry}>
        Retry
      </Button>
    </Alert>
  );
}
