import { MantineProvider } from "@mantine/core";
import type { ReactNode } from "react";
import { Provider } from "react-redux";
import { cspNonce } from "#web/platform/page-config.ts";
import { cssVariables, theme } from "#web/theme/theme.ts";
import { Announcer } from "#web/ui/announcer.tsx";
import { ConfirmProvider } from "#web/ui/confirm.tsx";
import { Toasts } from "#web/ui/toasts.tsx";
import type { createStore } from "./store.ts";

interface Props {
  store: ReturnType<typeof createStore>;
  children: ReactNode;
}

export function Providers({ store, children }: Props) {
  return (
    <Provider store={store}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        getStyleNonce={cspNonce}
      >
        <ConfirmProvider>{children}</ConfirmProvider>
        <Announcer />
        <Toasts />
      </MantineProvider>
    </Provider>
  );
}
