import { Group, Title } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { pageConfig } from "#web/platform/page-config.ts";
import classes from "./page-header.module.css";

interface Props {
  /** The page's h1, and the tab's title together with the service name. */
  title: string;
  /** The tab's title when it should say more than the h1. */
  tabTitle?: string;
  /** Beside the title, e.g. a status badge. */
  beside?: ReactNode;
  /** The page's buttons. */
  children?: ReactNode;
}

/** The header of a page. On every page but the first it takes the focus, so that a screen reader announces the page. */
export function PageHeader({ title, tabTitle = title, beside, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key, pathname } = useLocation();
  const isFirstPage = key === "default";
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path is a new page; a new search text or sort is not
  useEffect(() => {
    if (!isFirstPage) heading.current?.focus({ preventScroll: true });
  }, [pathname]);

  useEffect(() => {
    document.title = `${tabTitle} · ${pageConfig().serviceName}`;
  }, [tabTitle]);

  return (
    <header className={classes.header}>
      <Group gap="sm" wrap="wrap">
        <Title order={1} size="1.375rem" ref={heading} tabIndex={-1} className={classes.title ?? ""}>
          {title}
        </Title>
        {beside}
      </Group>
      {children !== undefined && (
        <Group gap="xs" data-screen-only>
          {children}
        </Group>
      )}
    </header>
  );
}
