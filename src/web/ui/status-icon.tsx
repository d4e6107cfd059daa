import { memo } from "react";
import type { OrderStatus } from "#contract/order-status.ts";
import { STATUS_STYLES } from "./status-style.ts";

const idOf = (hue: string) => `status-icon-${hue}`;

/**
 * A status's icon, drawn from the {@link StatusIconSprite}: where the next page of a list has another status, one
 * attribute changes instead of the elements of the icon.
 * @param size in pixels
 */
export function StatusIcon({ status, size }: { status: OrderStatus; size: number }) {
  return (
    <svg width={size} height={size} aria-hidden>
      <use href={`#${idOf(STATUS_STYLES[status].hue)}`} />
    </svg>
  );
}

/** Every status's icon once, invisible; {@link StatusIcon} needs it in the same page. */
export const StatusIconSprite = memo(function StatusIconSprite() {
  return (
    <svg display="none" aria-hidden>
      {Object.values(STATUS_STYLES).map(({ hue, icon: Icon }) => (
        <symbol key={hue} id={idOf(hue)} viewBox="0 0 24 24">
          <Icon />
        </symbol>
      ))}
    </svg>
  );
});
