import type { CountryReportRange, CountryRow } from "#contract/reports.ts";
import type { Reading } from "#server/platform/db/reading.ts";
import { countByNationality } from "./reports.repository.ts";

interface ReportsDeps {
  /** A report may be some seconds old. */
  reading: Pick<Reading, "read">;
  /** The one English name a country is shown by; "Unknown" for what is no country we know. */
  countryName(code: string | null): string;
}

export type ReportsService = ReturnType<typeof createReportsService>;

export function createReportsService({ reading, countryName }: ReportsDeps) {
  return {
    /** Orders by nationality, the most frequent first, equal ones by name (decision 10). */
    async countries(range: CountryReportRange): Promise<CountryRow[]> {
      const rows = new Map<string, CountryRow>();
      const counted = await reading.read((db) => countByNationality(db, range));
      for (const { code, count, standard, priority, future } of counted) {
        const nationality = countryName(code);
        // A code that the list of countries has lost meanwhile is counted with those that never were one.
        const before = rows.get(nationality);
        rows.set(nationality, {
          nationality,
          count: count + (before?.count ?? 0),
          standard_count: standard + (before?.standard_count ?? 0),
          priority_count: priority + (before?.priority_count ?? 0),
          future_count: future + (before?.future_count ?? 0),
        });
      }
      return [...rows.values()].sort((a, b) => b.count - a.count || a.nationality.localeCompare(b.nationality, "en"));
    },
  };
}
