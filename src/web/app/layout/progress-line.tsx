import { useSelector } from "react-redux";
import { useNavigation } from "react-router";
import { selectIsLoading } from "../loading.ts";
import classes from "./progress-line.module.css";

/** A line under the top bar while calls or a screen are loading; the loading parts themselves inform assistive technology. */
export function ProgressLine() {
  const isLoading = useSelector(selectIsLoading);
  const isLoadingPage = useNavigation().state === "loading";
  return isLoading || isLoadingPage ? <div className={classes.line} data-progress aria-hidden /> : null;
}
