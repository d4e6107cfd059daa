import "./platform/zod-jitless.ts";
import "@fontsource-variable/inter/wght.css";
import "./theme/tokens.css";
import "./theme/mantine-styles.ts";
import "react-toastify/ReactToastify.css";
import "./theme/status-colors.css";
import "./theme/toasts.css";
import "./theme/global.css";
import "./theme/print.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router/dom";
import { AUTH_MESSAGES } from "#contract/auth/messages.ts";
import { keepFocus } from "./app/kept-focus.ts";
import { Providers } from "./app/providers.tsx";
import { createRouter } from "./app/router.tsx";
import { createStore } from "./app/store.ts";
import { cspNonce } from "./platform/page-config.ts";
import { watchPerson } from "./platform/person-activity.ts";
import { silenced } from "./platform/toasts.ts";

declare global {
  var __webpack_nonce__: string | undefined;
}
// react-remove-scroll, used by Mantine's modals, reads its style nonce only from this name.
globalThis.__webpack_nonce__ = cspNonce();

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root");
const store = createStore();
// Its dialog was cancelled by the member. The message is for other clients.
silenced.add(AUTH_MESSAGES.reauthenticationRequired);
keepFocus();
watchPerson();
createRoot(root).render(
  <StrictMode>
    <Providers store={store}>
      <RouterProvider router={createRouter(store.dispatch)} />
    </Providers>
  </StrictMode>,
);
