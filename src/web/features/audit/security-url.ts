import { AUDIT_TYPES, type AuditType } from "#contract/audit/audit.ts";

/** The lists of the Security screen, by their names in the URL; the first needs none. */
export const SECURITY_TABS = ["log", "views", "mails"] as const;
export type SecurityTab = (typeof SECURITY_TABS)[number];

/** The filter; empty values don't filter. */
export interface SecurityFilter {
  type: AuditType | "";
  member: string;
  order: string;
  from: string;
  to: string;
}
const NAMES = ["type", "member", "order", "from", "to"] as const;

export function readTab(params: URLSearchParams): SecurityTab {
  return SECURITY_TABS.find((tab) => tab === params.get("tab")) ?? "log";
}

/** Reads the filter; invalid values are ignored. */
export function readFilter(params: URLSearchParams): SecurityFilter {
  const matching = (name: string, pattern: RegExp) => {
    const text = params.get(name) ?? "";
    return pattern.test(text) ? text : "";
  };
  return {
    type: AUDIT_TYPES.find((type) => type === params.get("type")) ?? "",
    member: matching("member", /^[1-9][0-9]{0,8}$/),
    order: matching("order", /^[1-9][0-9]{0,14}$/),
    from: matching("from", /^\d{4}-\d{2}-\d{2}$/),
    to: matching("to", /^\d{4}-\d{2}-\d{2}$/),
  };
}

/** The URL of the same tab with another filter; starts at page 1. */
export function withFilter(params: URLSearchParams, filter: SecurityFilter): URLSearchParams {
  const result = new URLSearchParams(params);
  result.delete("page");
  for (const name of NAMES) {
    if (filter[name] === "") result.delete(name);
    else result.set(name, filter[name]);
  }
  return result;
}

/** The URL of another tab; keeps the filters that the tab supports. */
export function withTab(params: URLSearchParams, tab: SecurityTab): URLSearchParams {
  const result = withFilter(params, { ...readFilter(params), ...(tab !== "log" && { type: "" as const }) });
  if (tab === "log") result.delete("tab");
  else result.set("tab", tab);
  return result;
}

/** The filter as the calls take it. */
export function toQuery({ type, ...others }: SecurityFilter, tab: SecurityTab) {
  const present = Object.entries(others).filter(([, value]) => value !== "");
  return { ...Object.fromEntries(present), ...(tab === "log" && type !== "" && { type }) };
}
