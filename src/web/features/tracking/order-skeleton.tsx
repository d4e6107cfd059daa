import styles from "./order-skeleton.module.css";

/** Placeholder in the shape of the loaded page, to avoid layout shift. */
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
