import { Anchor, Title } from "@mantine/core";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link, useLocation } from "react-router";
import mark from "#web/assets/mark.svg";
import { pageConfig } from "#web/platform/page-config.ts";
import { PATHS } from "#web/platform/paths.ts";
import classes from "./auth.module.css";

interface Props {
  /** The page's h1. */
  title: string;
  /** The tab's title, together with the service name; the page's by default. */
  tabTitle?: string;
  lead: string;
  /** The link below; null for none. */
  back?: { to: string; words: string } | null;
  children: ReactNode;
}

const BACK = { to: PATHS.signIn, words: "Back to Sign In" };

/** The card on the picture: sign-in and the two password reset screens. */
export function AuthCard({ title, tabTitle = title, lead, back = BACK, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key } = useLocation();
  const [isFirstPage] = useState(key === "default");

  useEffect(() => {
    document.title = `${tabTitle} · ${pageConfig().serviceName}`;
  }, [tabTitle]);

  useEffect(() => {
    if (!isFirstPage) heading.current?.focus({ preventScroll: true });
  }, [isFirstPage]);

  return (
    <main className={classes.scene}>
      <div className={classes.card}>
        <img className={classes.badge} src={mark} alt="" width={88} height={88} />
        <Title order={1} size="1.5rem" ta="center" ref={heading} tabIndex={-1}>
          {title}
        </Title>
        <p className={classes.lead}>{lead}</p>
        {children}
        {back !== null && (
          <Anchor component={Link} to={back.to} className={`${classes.link} ${classes.back}`}>
            <span key={back.words}>{back.words}</span>
          </Anchor>
        )}
      </div>
    </main>
  );
}
