import { CopyButton } from "./copy-button.tsx";
import classes from "./request-id.module.css";

/** The id of the request that failed, to be read out or copied to whoever reads the server's log. */
export function RequestId({ id }: { id: string }) {
  return (
    <p className={classes.request}>
      <span>Request {id}</span>
      <CopyButton value={id} what="request id" />
    </p>
  );
}
