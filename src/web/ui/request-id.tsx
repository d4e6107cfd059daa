import { CopyButton } from "./copy-button.tsx";
import classes from "./request-id.module.css";

/** The id of the failed request, for reporting it to the operator. */
export function RequestId({ id }: { id: string }) {
  return (
    <p className={classes.request}>
      <span>{`Request ${id}`}</span>
      <CopyButton value={id} what="request id" />
    </p>
  );
}
