import "#web/theme/tokens.css";
import "#web/app/visitor/inter.css";
import "#web/app/visitor/base.css";
import { StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import type { VisitorPage } from "#contract/tracking/visitor-page.ts";
import { VisitorApp } from "#web/app/visitor/visitor-app.tsx";
import type { Words } from "#web/features/tracking/english.ts";

const root = document.getElementById("root");
const data = document.getElementById("page")?.textContent;
if (root === null || data == null) throw new Error("the page is not one of our server");

const { page, words }: { page: VisitorPage; words: Words } = JSON.parse(data);
const chosenLanguage = document.querySelector<HTMLSelectElement>("select[name=language]")?.value;
// The server may answer an address with another screen: the track form in place of an order without a grant.
if (page.path !== null && page.path !== location.pathname + location.search) history.replaceState(null, "", page.path);
hydrateRoot(
  root,
  <StrictMode>
    <VisitorApp page={page} words={words} chosenLanguage={chosenLanguage} />
  </StrictMode>,
);
