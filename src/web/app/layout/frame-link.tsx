import type { ComponentProps } from "react";
import { useConsoleNavigation } from "#web/platform/console-navigation.ts";
import { isPlainClick } from "#web/platform/plain-click.ts";

interface Props extends Omit<ComponentProps<"a">, "onClick"> {
  href: string;
  /** Not current while a page below it is shown. */
  isExact?: boolean;
}

/**
 * A link of the console's frame that knows whether its page is shown; drawn again only when another page is.
 * @param href in lower case
 */
export function FrameLink({ href, isExact = false, ...props }: Props) {
  const { pathname, navigate } = useConsoleNavigation();
  const [path = ""] = href.split("?");
  // The router opens a page by any spelling of its path.
  const shown = pathname.toLowerCase();
  const isCurrent = shown === path || (!isExact && shown.startsWith(`${path}/`));
  return (
    <a
      {...props}
      href={href}
      aria-current={isCurrent ? "page" : undefined}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        void navigate(href, { replace: href === location.pathname + location.search });
      }}
    />
  );
}
