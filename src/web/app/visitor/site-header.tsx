import { useEffect, useId, useRef } from "react";
import { Link, useLocation } from "wouter";
import { SITE_LINKS } from "#contract/tracking/site-links.ts";
import { trackPath } from "#contract/tracking/visitor-paths.ts";
import mark from "#web/assets/mark.svg";
import { usePage } from "#web/features/tracking/page-context.tsx";
import { useVisitor } from "#web/features/tracking/visitor-context.tsx";
import styles from "./site-header.module.css";

export function SiteHeader() {
  const { t, page } = usePage();
  const { state, dispatch } = useVisitor();
  const [pathname] = useLocation();
  const menu = useId();
  const toggle = useRef<HTMLButtonElement>(null);
  const { serviceName, links } = page;

  // biome-ignore lint/correctness/useExhaustiveDependencies: opening another page closes the menu
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
        <Link className={styles.brand} href={trackPath()}>
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
