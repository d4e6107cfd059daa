import { Loading } from "#web/ui/loading.tsx";
import page from "./order-detail.module.css";
import classes from "./order-skeleton.module.css";

const FIELDS = 14;
const MOVES = 7;
const EVENTS = 12;

/** Placeholder in the shape of the order. */
export function OrderSkeleton() {
  return (
    <Loading label="Loading the order">
      <div className={page.columns}>
        <div className={page.moves}>
          <MovesSkeleton />
        </div>
        <div className={page.main}>
          <Card kind="field" count={FIELDS} />
          <DocumentSkeleton />
        </div>
        <div className={page.history}>
          <TimelineSkeleton />
        </div>
      </div>
    </Loading>
  );
}

export const MovesSkeleton = () => <Card kind="move" count={MOVES} />;
export const DocumentSkeleton = () => <Card kind="document" count={1} />;
export const TimelineSkeleton = () => <Card kind="event" count={EVENTS} />;

/** Plain elements: a bar of Mantine's is a layer of its own, and sixty of them delay the first frame. */
function Card({ kind, count }: { kind: "move" | "field" | "document" | "event"; count: number }) {
  return (
    <div className={classes.card} aria-hidden>
      <div className={classes.title} />
      <div className={classes.bars} data-kind={kind}>
        {Array.from({ length: count }, (_, bar) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the bars are identical and never reordered
          <div key={bar} />
        ))}
      </div>
    </div>
  );
}
