import { XSRF_COOKIE } from "#contract/tracking/visitor-calls.ts";

/** The value of the readable XSRF cookie in `document.cookie`, or null before an order was tracked. */
export function xsrfToken(cookies: string): string | null {
  for (const pair of cookies.split(";")) {
    const [name, ...value] = pair.trim().split("=");
    if (name === XSRF_COOKIE) return decodeURIComponent(value.join("="));
  }
  return null;
}
