import {
  ActionIcon,
  Burger,
  Menu,
  Tooltip,
  UnstyledButton,
  useComputedColorScheme,
  useMantineColorScheme,
} from "@mantine/core";
import { IconChevronDown, IconLogout, IconMoon, IconSun } from "@tabler/icons-react";
import { useDispatch, useSelector } from "react-redux";
import { Link } from "react-router";
import mark from "#web/assets/mark.svg";
import { useLogout } from "#web/features/auth/use-logout.ts";
import { selectIsSidebarOpen, sidebarSet } from "#web/features/orders/order.slice.ts";
import { pageConfig } from "#web/platform/page-config.ts";
import { PATHS } from "#web/platform/paths.ts";
import classes from "./top-bar.module.css";

export function TopBar({ userName }: { userName: string }) {
  const dispatch = useDispatch();
  const isSidebarOpen = useSelector(selectIsSidebarOpen);
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
        <ThemeToggle />
        <UserMenu userName={userName} />
      </div>
    </header>
  );
}

function ThemeToggle() {
  const { setColorScheme } = useMantineColorScheme();
  const next = useComputedColorScheme("light") === "dark" ? "light" : "dark";
  const label = `Use the ${next} theme`;
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" size={32} aria-label={label} onClick={() => setColorScheme(next)}>
        {next === "dark" ? <IconMoon size={18} aria-hidden /> : <IconSun size={18} aria-hidden />}
      </ActionIcon>
    </Tooltip>
  );
}

function UserMenu({ userName }: { userName: string }) {
  const logout = useLogout();
  return (
    <Menu position="bottom-end" width={180}>
      <Menu.Target>
        <UnstyledButton className={classes.user ?? ""}>
          <span className={classes.welcome}>Welcome </span>
          <span className={classes.userName}>{userName}</span>
          <IconChevronDown size={16} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={logout}>
          Logout
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
