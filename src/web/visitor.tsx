import "#web/platform/zod-jitless.ts";
import "#web/theme/tokens.css";
import "#web/app/visitor/inter.css";
import "#web/app/visitor/base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { startI18n } from "#web/app/visitor/i18n.ts";
import { VisitorApp } from "#web/app/visitor/visitor-app.tsx";

const root = document.getElementById("root");
if (root === null) throw new Error("visitor.html has no #root");

await startI18n();
createRoot(root).render(
  <StrictMode>
    <VisitorApp />
  </StrictMode>,
);
