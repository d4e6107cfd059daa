import { useEffect, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { SITE_LINKS } from "#contract/page-config.ts";
import mark from "#web/assets/mark.svg";
import { trackPath } from "#web/features/tracking/tracking-paths.ts";
import { useVisitor } from "#web/features/tracking/visitor-context.tsx";
import { pageConfig } from "#web/platform/page-config.ts";
import styles from "./site-header.module.css";

export function SiteHeader() {
  const { t } = useTranslation();
  const { state, dispatch } = useVisitor();
  const { pathname } = useLocation();
  const menu = useId();
  const toggle = useRef<HTMLButtonElement>(null);
  const { serviceName, links } = pageConfig();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes when another page opens
  useEffect(() => dispatch({ type: "navbarClosed" }), [pathname]);

  useEffect(() => {
    if (!state.showNavbar) return;
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      dispatch({ type: "navbarClosed" });
      toggle.current?.focus();
    };
    document.addEventListener("keydown", closeOnEscape);
    return () => document.removeEventListener("keydown", closeOnEscape);
  }, [state.showNavbar, dispatch]);

  return (
    <div className={styles.header}>
      <div className={styles.inner}>
        <Link className={styles.brand} to={trackPath()}>
          <img src={mark} alt="" width={36} height={36} />
          <span>{serviceName}</span>
        </Link>
        <button
          ref={toggle}
          type="button"
          className={styles.toggle}
          aria-expanded={state.showNavbar}
          aria-controls={menu}
          onClick={() => dispatch({ type: "navbarToggled" })}
        >
          {t("shell.menu")}
        </button>
        <nav id={menu} className={styles.nav} data-open={state.showNavbar} aria-label={t("shell.site")}>
          <ul className={styles.links}>
            {SITE_LINKS.map(([key]) => (
              <li key={key}>
                <a href={links[key]}>{t(`links.${key}`)}</a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </div>
  );
}
