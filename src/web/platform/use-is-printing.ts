import { useSyncExternalStore } from "react";

let isPrinting = false;

function subscribe(listener: () => void): () => void {
  const medium = window.matchMedia("print");
  const set = (value: boolean) => () => {
    isPrinting = value;
    listener();
  };
  const begin = set(true);
  const end = set(false);
  const follow = () => set(medium.matches)();
  window.addEventListener("beforeprint", begin);
  window.addEventListener("afterprint", end);
  medium.addEventListener("change", follow);
  return () => {
    window.removeEventListener("beforeprint", begin);
    window.removeEventListener("afterprint", end);
    medium.removeEventListener("change", follow);
  };
}

/** True while the page is being printed: collapsed parts must be expanded. */
export function useIsPrinting(): boolean {
  return useSyncExternalStore(subscribe, () => isPrinting);
}
