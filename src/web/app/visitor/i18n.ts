import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { pageConfig } from "#web/platform/page-config.ts";
import { ENGLISH, type Locale } from "./english.ts";
import { DEFAULT_LANGUAGE, directionOf, type Language } from "./languages.ts";
import { rememberedLanguage, rememberLanguage } from "./remembered-language.ts";

const NAMESPACE = "translation";
const loaders = import.meta.glob<Locale>(["../../locales/visitor/*.json", "!../../locales/visitor/en.json"], {
  import: "default",
});

let wanted = DEFAULT_LANGUAGE;

async function load(language: Language): Promise<void> {
  if (i18next.hasResourceBundle(language, NAMESPACE)) return;
  const loader = loaders[`../../locales/visitor/${language}.json`];
  if (loader === undefined) throw new Error(`no words for ${language}`);
  i18next.addResourceBundle(language, NAMESPACE, await loader());
}

/** Shows the visitor area in `language` and remembers it. Rejects, and changes nothing, when its words don't arrive. */
export async function chooseLanguage(language: Language): Promise<void> {
  wanted = language;
  await load(language);
  if (wanted !== language) return; // A later choice was made while this one was loading.
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
  rememberLanguage(language);
}

/** Resolves when the first screen can be drawn in the visitor's language, or in English if that does not arrive. */
export async function startI18n(): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: DEFAULT_LANGUAGE,
    fallbackLng: DEFAULT_LANGUAGE,
    resources: { en: { [NAMESPACE]: ENGLISH } },
    // React escapes.
    interpolation: { escapeValue: false, defaultVariables: { serviceName: pageConfig().serviceName } },
    react: { useSuspense: false },
  });
  const remembered = rememberedLanguage();
  if (remembered !== DEFAULT_LANGUAGE) await chooseLanguage(remembered).catch(() => undefined);
}
