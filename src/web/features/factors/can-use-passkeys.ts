import { pageConfig } from "#web/platform/page-config.ts";

/** Whether this browser, at this address of the program, can use passkeys. */
export const canUsePasskeys = (): boolean =>
  window.PublicKeyCredential !== undefined && pageConfig().passkeyOrigin === window.location.origin;
