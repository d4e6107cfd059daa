import { Alert, Button } from "@mantine/core";
import { IconMailForward } from "@tabler/icons-react";
import { runCommand } from "#web/platform/commands.ts";
import { Breakable } from "#web/ui/breakable.tsx";
import classes from "./email-changes.module.css";

/** Offers to send the card to the address that the customer confirmed. */
export function UnsentCardNotice({ email }: { email: string }) {
  return (
    <Alert
      color="saffron"
      role="region"
      icon={<IconMailForward size={20} aria-hidden />}
      title="The card was not sent to the new email"
    >
      <div className={classes.notice}>
        <p>
          {"The customer confirmed "}
          <strong>
            <Breakable text={email} />
          </strong>
          {". The card went to an earlier address."}
        </p>
        <Button variant="default" size="xs" onClick={() => runCommand("resendDocument")}>
          Send the card to the new address
        </Button>
      </div>
    </Alert>
  );
}
