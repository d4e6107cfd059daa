import { memo } from "react";
import type { OrderStatus } from "#contract/orders/order-status.ts";
import { ALL_STYLES, styleOf } from "./status-style.ts";

const idOf = (hue: string) => `status-icon-${hue}`;

interface Props {
  status: OrderStatus;
  refundDate: string | null;
  /** In pixels. */
  size: number;
}

/**
 * A status's icon, drawn from the {@link StatusIconSprite}: where the next page of a list has another status, one
 * attribute changes instead of the elements of the icon.
 */
export function StatusIcon({ status, refundDate, size }: Props) {
  return (
    <svg width={size} height={size} aria-hidden>
      <use href={`#${idOf(styleOf(status, refundDate).hue)}`} />
    </svg>
  );
}

/** Every status's icon once, invisible; {@link StatusIcon} needs it in the same page. */
export const StatusIconSprite = memo(function StatusIconSprite() {
  return (
    <svg display="none" aria-hidden>
      {ALL_STYLES.map(({ hue, icon: Icon }) => (
        <symbol key={hue} id={idOf(hue)} viewBox="0 0 24 24">
          <Icon />
        </symbol>
      ))}
    </svg>
  );
});
