import { Alert, Button } from "@mantine/core";
import { IconCloudOff } from "@tabler/icons-react";
import { errorMessage } from "#web/platform/api-error.ts";

/** Says above what was read before that it could not be read again. */
export function RefreshFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <Alert
      style={{ whiteSpace: "pre-line" }}
      color="gray"
      variant="light"
      role="status"
      icon={<IconCloudOff size={20} aria-hidden />}
    >
      {`What you see may be old. ${errorMessage(error)} `}
      <Button variant="default" size="compact-xs" onClick={onRetry}>
        Retry
      </Button>
    </Alert>
  );
}
