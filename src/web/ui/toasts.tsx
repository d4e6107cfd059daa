import { useComputedColorScheme } from "@mantine/core";
import { Slide, ToastContainer } from "react-toastify/unstyled";
import { TOAST_RULES } from "#web/platform/toasts.ts";

/** Where toasts appear; Alt+T moves the focus to them. */
export function Toasts() {
  const theme = useComputedColorScheme("light");
  return (
    <ToastContainer
      {...TOAST_RULES}
      theme={theme}
      transition={Slide}
      newestOnTop
      limit={5}
      aria-label="Notifications"
    />
  );
}
