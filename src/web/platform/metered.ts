interface NetworkInformation {
  saveData?: boolean;
  type?: string;
  effectiveType?: string;
}

/** True when the browser reports that data costs money or is scarce; only Chromium reports it. */
export function isMetered(): boolean {
  const { connection } = navigator as Navigator & { connection?: NetworkInformation };
  if (connection === undefined) return false;
  return connection.saveData === true || connection.type === "cellular" || /2g$/.test(connection.effectiveType ?? "");
}
