import { Alert, Button, Text } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef } from "react";
import { DISPUTE_REASON_LABELS } from "#contract/disputes/disputes.ts";
import type { OrderDetails } from "#contract/order-detail/order-detail.ts";
import { type DefencePackDetails, PACK_TYPES, type PackType } from "#contract/packs/packs.ts";
import { ErrorState } from "#web/ui/error-state.tsx";
import { RefreshFailed } from "#web/ui/refresh-failed.tsx";
import { MadePacks } from "./made-packs.tsx";
import { MakePack } from "./make-pack.tsx";
import type { PackFix } from "./pack-fixes.ts";
import { PACK_CLAIMS, PACK_NAMES } from "./pack-labels.ts";
import { PackSkeleton } from "./pack-skeleton.tsx";
import { useDefencePackDetailsQuery } from "./packs.api.ts";
import classes from "./packs.module.css";
import { Preflight } from "./preflight.tsx";
import { usePackFile } from "./use-pack-file.ts";

export interface PackContentProps {
  order: OrderDetails;
  type: PackType;
  /** Shows the other pack. */
  onType: (type: PackType) => void;
  /** Starts the fix of a finding. */
  onFix: (fix: PackFix) => void;
  onEditDispute: () => void;
}

/** The findings of a defence pack, the button that makes it, and the stored packs. */
export function PackContent(props: PackContentProps) {
  const { order, type } = props;
  const { data, error, refetch } = useDefencePackDetailsQuery(order.order_id);
  const top = useRef<HTMLDivElement>(null);
  // When switching from the other pack, the clicked button is gone.
  useEffect(() => {
    if (document.activeElement === document.body) top.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className={classes.pack} ref={top} tabIndex={-1}>
      <Text size="sm" c="dimmed">
        {PACK_CLAIMS[type]}
      </Text>
      {data === undefined &&
        (error === undefined ? <PackSkeleton /> : <ErrorState error={error} onRetry={() => void refetch()} />)}
      {data !== undefined && (
        <>
          {error !== undefined && <RefreshFailed error={error} onRetry={() => void refetch()} />}
          <Pack {...props} details={data.data} />
        </>
      )}
    </div>
  );
}

function Pack({
  order,
  type,
  details,
  onType,
  onFix,
  onEditDispute,
}: PackContentProps & { details: DefencePackDetails }) {
  const files = usePackFile(order.order_id, type);
  const preflight = details.preflight[`pack${type}`];
  return (
    <>
      <FitNote details={details} type={type} onType={onType} onEditDispute={onEditDispute} />
      <Preflight preflight={preflight} order={order} onFix={onFix} />
      <MakePack order={order} type={type} preflight={preflight} files={files} />
      <MadePacks
        packs={details.packs.filter(({ defence_pack_type }) => defence_pack_type === type)}
        busy={files.busy}
        onOpen={files.print}
      />
    </>
  );
}

type FitProps = Pick<PackContentProps, "type" | "onType" | "onEditDispute"> & { details: DefencePackDetails };

/** Which pack answers the open dispute, unless it is certainly this one. */
function FitNote({ details: { dispute, suggested_pack }, type, onType, onEditDispute }: FitProps) {
  if (dispute === null || suggested_pack === type) return null;
  if (dispute.reason === null) {
    return (
      <Note text="The dispute's reason is not entered yet, so it is not known which pack answers it.">
        <Button variant="default" size="xs" onClick={onEditDispute}>
          Edit dispute
        </Button>
      </Note>
    );
  }
  const reason = `The dispute's reason is “${DISPUTE_REASON_LABELS[dispute.reason]}”.`;
  const other = PACK_TYPES.find((each) => each === suggested_pack);
  if (other === undefined) return <Note text={`${reason} Neither pack covers it.`} />;
  return (
    <Note text={`${reason} ${PACK_NAMES[other]} answers it.`}>
      <Button variant="default" size="xs" onClick={() => onType(other)}>
        {`Go to ${PACK_NAMES[other]}`}
      </Button>
    </Note>
  );
}

function Note({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <Alert color="gray" role="note" icon={<IconInfoCircle size={18} aria-hidden />}>
      <div className={classes.note}>
        <span>{text}</span>
        {children}
      </div>
    </Alert>
  );
}
