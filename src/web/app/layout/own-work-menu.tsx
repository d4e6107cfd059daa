import { Menu, Skeleton, Tooltip, UnstyledButton } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { useCorrectionInboxQuery } from "#web/features/orders/corrections/correction-inbox.api.ts";
import { LoadedPart } from "#web/ui/loaded-part.tsx";
import classes from "./top-bar.module.css";

/** Maximum age of the count: colleagues request and decide without an event for this page. */
const POLL_MS = 60_000;
const TITLE = "Your changes and requests";

const loadItems = async () => (await import("./own-work-items.tsx")).OwnWorkItems;

/** Undo for the member's changes of the last hour, corrections to decide, and decisions on the member's own requests. */
export function OwnWorkMenu() {
  const { data: inbox } = useCorrectionInboxQuery(undefined, {
    pollingInterval: POLL_MS,
    skipPollingIfUnfocused: true,
  });
  const toDecide = inbox?.data.to_decide ?? 0;
  const decided = inbox?.data.decided.length ?? 0;
  const count = toDecide + decided;
  const reasons = [
    ...(toDecide === 0 ? [] : [`${toDecide} ${toDecide === 1 ? "correction" : "corrections"} to decide`]),
    ...(decided === 0 ? [] : [`${decided} of your requests decided`]),
  ].join(", ");
  const words = count === 0 ? TITLE : `${TITLE}, ${count} to look at: ${reasons}`;
  return (
    <Menu position="bottom-end" width={340} withinPortal={false}>
      <Tooltip label={words}>
        <Menu.Target>
          <UnstyledButton className={classes.counted ?? ""} aria-label={words}>
            <IconHistory size={18} stroke={1.75} aria-hidden />
            {count > 0 && (
              <span className={classes.count} aria-hidden>
                {count}
              </span>
            )}
          </UnstyledButton>
        </Menu.Target>
      </Tooltip>
      <Menu.Dropdown className={classes.ownWork ?? ""}>
        <LoadedPart load={loadItems} props={{ inbox: inbox?.data ?? null }} skeleton={<Skeleton height={80} />} />
      </Menu.Dropdown>
    </Menu>
  );
}
