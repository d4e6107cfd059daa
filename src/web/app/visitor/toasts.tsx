import { useTranslation } from "react-i18next";
import { ToastContainer } from "react-toastify/unstyled";
import "react-toastify/ReactToastify.css";
import { TOAST_RULES } from "#web/platform/toasts.ts";
import "./toasts.css";

/** Visitor toasts stay until they are dismissed (specification section 4). */
export function Toasts() {
  const { t, i18n } = useTranslation();
  return (
    <ToastContainer
      {...TOAST_RULES}
      autoClose={false}
      transition={false}
      rtl={i18n.dir() === "rtl"}
      aria-label={t("shell.notifications")}
      closeButton={({ closeToast }) => (
        <button type="button" className="visitor-toast-close" aria-label={t("shell.closeToast")} onClick={closeToast}>
          <svg aria-hidden="true" viewBox="0 0 16 16" width="16" height="16">
            <path d="m3 3 10 10M13 3 3 13" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
          </svg>
        </button>
      )}
    />
  );
}
