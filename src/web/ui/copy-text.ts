import { announce } from "./announcer.tsx";

/** Copies a text, and says to assistive technology whether that worked. `what` names it. */
export async function copyText(value: string, what: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(value);
    announce(`Copied ${what}`);
    return true;
  } catch {
    announce(`Could not copy ${what}`); // Browsers deny clipboard access to pages without TLS or permission.
    return false;
  }
}
