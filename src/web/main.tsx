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
import { keepFocus } from "./app/kept-focus.ts";
import { Providers } from "./app/providers.tsx";
import { createRouter } from "./app/router.tsx";
import { createStore } from "./app/store.ts";
import { cspNonce } from "./platform/page-config.ts";

declare global {
  var __webpack_nonce__: string | undefined;
}
// react-remove-scroll, below Mantine's modals, asks for its style nonce by this name only.
globalThis.__webpack_nonce__ = cspNonce();

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root");
keepFocus();
createRoot(root).render(
  <StrictMode>
    <Providers store={createStore()}>
      <RouterProvider router={createRouter()} />
    </Providers>
  </StrictMode>,
);
