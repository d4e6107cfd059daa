import { LANGUAGE_COOKIE, LANGUAGE_COOKIE_SECONDS, type Language } from "#contract/tracking/visitor-languages.ts";

const secure = () => (location.protocol === "https:" ? "; secure" : "");

/** In a cookie, so that the server's next page is in this language. Without cookies it lasts until the page is left. */
export function rememberLanguage(language: Language): void {
  // biome-ignore lint/suspicious/noDocumentCookie: Safari before 18.4 and Firefox before 140 have no Cookie Store API
  document.cookie = `${LANGUAGE_COOKIE}=${language}; path=/; max-age=${LANGUAGE_COOKIE_SECONDS}; samesite=lax${secure()}`;
}

export function forgetLanguage(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: as above
  document.cookie = `${LANGUAGE_COOKIE}=; path=/; max-age=0; samesite=lax${secure()}`;
}
