import { Button, Checkbox, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { saveBytes } from "#web/platform/file-tab.ts";
import { pageConfig } from "#web/platform/page-config.ts";
import { toast } from "#web/platform/toasts.ts";
import { copyText } from "#web/ui/copy-text.ts";
import classes from "./factors.module.css";

interface Props {
  codes: readonly string[];
  /** The label of the button that ends it. */
  done: string;
  /** Offered beside the codes, ticked. */
  endOthers?: boolean;
  onDone: (endOthers: boolean) => void;
}

/** Recovery codes, shown once. */
export function KeptCodes({ codes, done, endOthers = false, onDone }: Props) {
  const [isKept, setKept] = useState(false);
  const [isEnding, setEnding] = useState(endOthers);
  const text = [`Recovery codes for ${pageConfig().serviceName}`, ...codes].join("\n");

  const copy = async () => {
    if (await copyText(text, "recovery codes")) toast.success("Copied.");
    else toast.error("The browser did not allow it.");
  };
  const save = () => saveBytes(`${text}\n`, "text/plain", "recovery-codes.txt");

  return (
    <Stack gap="sm">
      <Text>
        Each of these codes replaces your second factor once, for instance when your telephone is lost. They are shown
        only now: keep them where your password is not.
      </Text>
      <ul className={classes.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group gap="xs">
        <Button variant="default" size="xs" onClick={() => void copy()}>
          Copy
        </Button>
        <Button variant="default" size="xs" onClick={() => window.print()}>
          Print
        </Button>
        <Button variant="default" size="xs" onClick={save}>
          Save
        </Button>
      </Group>
      <Checkbox label="I have kept them" checked={isKept} onChange={({ target }) => setKept(target.checked)} />
      {endOthers && (
        <Checkbox
          label="End all other sessions"
          checked={isEnding}
          onChange={({ target }) => setEnding(target.checked)}
        />
      )}
      <Button disabled={!isKept} onClick={() => onDone(isEnding)}>
        {done}
      </Button>
    </Stack>
  );
}
