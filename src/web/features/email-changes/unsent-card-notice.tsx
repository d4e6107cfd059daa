import { Alert, Button } from "@mantine/core";
import { IconMailForward } from "@tabler/icons-react";
import { Breakable } from "#web/ui/breakable.tsx";
import classes from "./email-changes.module.css";

/** Offers to send the card to the address that the customer confirmed. */
export function UnsentCardNotice({ email, onResend }: { email: string; onResend: () => void }) {
  return (
    <Alert
      color="saffron"
      variant="light"
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
        <Button variant="default" size="xs" onClick={onResend}>
          Send the card to the new address
        </Button>
      </div>
    </Alert>
  );
}
