import { useEffect } from "react";
import { type CloseButtonProps, ToastContainer } from "react-toastify/unstyled";
import { useLocation } from "wouter";
import { usePage } from "#web/features/tracking/page-context.tsx";
import "react-toastify/ReactToastify.css";
import { TOAST_RULES, toast } from "#web/platform/toasts.ts";
import "./toasts.css";

/** Visitor toasts stay until they are dismissed or their page is left. */
export function Toasts() {
  const { t } = usePage();
  const [pathname] = useLocation();
  useEffect(() => toast.dismissAllBut(pathname), [pathname]);
  return (
    <div className="visitor-toasts">
      <ToastContainer
        {...TOAST_RULES}
        autoClose={false}
        transition={false}
        aria-label={t("shell.notifications")}
        closeButton={CloseButton}
      />
    </div>
  );
}

/** Translates its own label: an open toast keeps its button when the language changes. */
function CloseButton({ closeToast }: CloseButtonProps) {
  const { t } = usePage();
  return (
    <button type="button" className="visitor-toast-close" aria-label={t("shell.closeToast")} onClick={closeToast}>
      <svg aria-hidden="true" viewBox="0 0 16 16" width="16" height="16">
        <path d="m3 3 10 10M13 3 3 13" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
      </svg>
    </button>
  );
}
