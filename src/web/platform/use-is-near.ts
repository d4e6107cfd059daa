import { useCallback, useState } from "react";

/** What comes this close to the window is loaded. */
const MARGIN = "300px";

/** True once the element of `watch`, a ref, has come near the window; it stays true. */
export function useIsNear() {
  const [isNear, setNear] = useState(false);
  const watch = useCallback((place: HTMLDivElement) => {
    const observer = new IntersectionObserver(
      (seen) => setNear((near) => near || seen.some((one) => one.isIntersecting)),
      { rootMargin: MARGIN },
    );
    observer.observe(place);
    return () => observer.disconnect();
  }, []);
  return { isNear, watch };
}
