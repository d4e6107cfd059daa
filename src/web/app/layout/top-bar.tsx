import {
  ActionIcon,
  Burger,
  Menu,
  Tooltip,
  UnstyledButton,
  useComputedColorScheme,
  useMantineColorScheme,
} from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import {
  IconChevronDown,
  IconFingerprint,
  IconHelp,
  IconLogout,
  IconMoon,
  IconSearch,
  IconSun,
} from "@tabler/icons-react";
import { useSelector } from "react-redux";
import { Link } from "react-router";
import mark from "#web/assets/mark.svg";
import { useLogout } from "#web/features/auth/use-logout.ts";
import { selectIsSidebarOpen, sidebarSet } from "#web/features/orders/order.slice.ts";
import { pageConfig } from "#web/platform/page-config.ts";
import { PATHS } from "#web/platform/paths.ts";
import { useAppDispatch } from "#web/platform/store-hooks.ts";
import { useCan } from "#web/platform/use-can.ts";
import { SECURITY_LINK } from "../navigation.ts";
import { loadPalette, type Overlay } from "../palette/overlays.tsx";
import { OwnWorkMenu } from "./own-work-menu.tsx";
import classes from "./top-bar.module.css";

interface Props {
  userName: string;
  /** Opens the palette or the help. */
  onOverlay: (overlay: Overlay) => void;
}

const PHONE = "(max-width: 480px)";

export function TopBar({ userName, onOverlay }: Props) {
  const dispatch = useAppDispatch();
  const isSidebarOpen = useSelector(selectIsSidebarOpen);
  const isPhone = useMediaQuery(PHONE, window.matchMedia(PHONE).matches, { getInitialValueInEffect: false });
  return (
    <header className={classes.bar}>
      <Burger
        className={classes.toggle ?? ""}
        size="sm"
        opened={isSidebarOpen}
        aria-expanded={isSidebarOpen}
        aria-label={isSidebarOpen ? "Close menu" : "Open menu"}
        onClick={() => dispatch(sidebarSet(!isSidebarOpen))}
      />
      <Link to={PATHS.admin} className={classes.brand} aria-label={`${pageConfig().serviceName}, dashboard`}>
        <img src={mark} alt="" width={28} height={28} />
        <span className={classes.name}>{pageConfig().serviceName}</span>
      </Link>
      <div className={classes.end}>
        <PaletteButton onOpen={() => onOverlay("palette")} />
        <OwnWorkMenu />
        {!isPhone && <ThemeToggle />}
        <UserMenu userName={userName} isPhone={isPhone} onHelp={() => onOverlay("help")} />
      </div>
    </header>
  );
}

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Opens the command palette and shows its shortcut. */
function PaletteButton({ onOpen }: { onOpen: () => void }) {
  // Prefetched on hover; a failure is reported when it is opened.
  const prepare = () => void loadPalette().catch(() => undefined);
  return (
    <UnstyledButton
      className={classes.palette ?? ""}
      aria-keyshortcuts="Control+K Meta+K"
      onClick={onOpen}
      onPointerEnter={prepare}
    >
      <IconSearch size={18} aria-hidden />
      <span className={classes.paletteWords}>Jump to</span>
      <span className="ad-visually-hidden"> a page or an order</span>
      <kbd className={classes.paletteKey} aria-hidden>
        {isApple ? "⌘K" : "Ctrl K"}
      </kbd>
    </UnstyledButton>
  );
}

function useOtherTheme() {
  const { setColorScheme } = useMantineColorScheme();
  const next = useComputedColorScheme("light") === "dark" ? "light" : "dark";
  const Icon = next === "dark" ? IconMoon : IconSun;
  return { label: `Use the ${next} theme`, Icon, change: () => setColorScheme(next) };
}

/**
 * Not on phones, whose bar is full: there it is in the user's menu. Not hidden by style, because the keyboard's first key
 * in a menu goes to its first item, hidden or not.
 */
function ThemeToggle() {
  const { label, Icon, change } = useOtherTheme();
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" size={32} aria-label={label} onClick={change}>
        <Icon size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

interface UserMenuProps {
  userName: string;
  isPhone: boolean;
  onHelp: () => void;
}

function UserMenu({ userName, isPhone, onHelp }: UserMenuProps) {
  const logout = useLogout();
  const canSeeSecurity = useCan("security:view");
  const theme = useOtherTheme();
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <UnstyledButton className={classes.user ?? ""}>
          <span className={classes.welcome}>Welcome </span>
          <span className={classes.userName}>{userName}</span>
          <IconChevronDown size={16} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {isPhone && (
          <Menu.Item leftSection={<theme.Icon size={16} aria-hidden />} onClick={theme.change}>
            {theme.label}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconHelp size={16} aria-hidden />} onClick={onHelp}>
          Help
        </Menu.Item>
        {canSeeSecurity && (
          <Menu.Item
            component={Link}
            to={SECURITY_LINK.href}
            leftSection={<SECURITY_LINK.icon size={16} aria-hidden />}
          >
            {SECURITY_LINK.label}
          </Menu.Item>
        )}
        <Menu.Item component={Link} to={PATHS.account} leftSection={<IconFingerprint size={16} aria-hidden />}>
          Your sign-in
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={logout}>
          Logout
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
