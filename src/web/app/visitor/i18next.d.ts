import "i18next";
import type { Locale } from "./english.ts";

declare module "i18next" {
  interface CustomTypeOptions {
    resources: { translation: Locale };
    defaultVariables: { serviceName: string };
  }
}
