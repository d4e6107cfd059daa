import { Skeleton } from "@mantine/core";
import type { ReactNode } from "react";
import { TextSkeleton } from "#web/ui/text-skeleton.tsx";
import classes from "./order-detail.module.css";

const FIELD_COUNTS = [8, 12] as const;
const MOVES = 7;

/** The shape the order will have. */
export function OrderSkeleton() {
  return (
    <>
      <p className="ad-visually-hidden" role="status">
        Loading the order
      </p>
      <div className={classes.columns} aria-hidden>
        <div className={classes.moves}>
          <Card>
            {range(MOVES).map((move) => (
              <Skeleton key={move} height={36} mt={8} />
            ))}
          </Card>
        </div>
        <div className={classes.main}>
          {FIELD_COUNTS.map((count) => (
            <Card key={count}>
              <div className={classes.skeletonFields}>
                {range(count).map((field) => (
                  <TextSkeleton key={field} lines={2} />
                ))}
              </div>
            </Card>
          ))}
          <Card>
            <Skeleton height={160} />
          </Card>
        </div>
        <div className={classes.history}>
          <Card>
            <TextSkeleton lines={12} />
          </Card>
        </div>
      </div>
    </>
  );
}

function Card({ children }: { children: ReactNode }) {
  return (
    <div className={classes.skeletonCard}>
      <Skeleton height={16} width={140} radius={4} mb={20} />
      {children}
    </div>
  );
}

function range(length: number): number[] {
  return Array.from({ length }, (_, index) => index);
}
