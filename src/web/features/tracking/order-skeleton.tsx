import styles from "./order-skeleton.module.css";

/** The shape of the loaded page, so that nothing jumps when it arrives. */
export function OrderSkeleton() {
  return (
    <div aria-hidden="true">
      <div className={styles.panel} />
      <div className={styles.button} />
      <div className={styles.heading} />
      <div className={styles.table} />
    </div>
  );
}
