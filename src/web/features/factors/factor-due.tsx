import { Anchor } from "@mantine/core";
import { IconShieldLock } from "@tabler/icons-react";
import { Link } from "react-router";
import { PATHS } from "#web/platform/paths.ts";
import { Instant } from "#web/ui/instant.tsx";
import { useOwnAccountQuery } from "./factors.api.ts";

/** Reminds a member whose role needs a second factor that they have none yet. */
export function FactorDue({ className }: { className: string | undefined }) {
  const { data } = useOwnAccountQuery();
  const due = data?.data.due_at ?? null;
  if (due === null) return null;
  return (
    <div className={className}>
      <IconShieldLock size={16} aria-hidden />
      <p>
        <span>A second factor is needed from</span> <Instant at={due} />{" "}
        <Anchor component={Link} to={PATHS.account}>
          Set it up now
        </Anchor>
      </p>
    </div>
  );
}
