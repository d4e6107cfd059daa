import type { CountryReportRange, CountryRow } from "#contract/reports/reports.ts";
import type { Reading } from "#server/platform/db/reading.ts";
import { countByNationality } from "./reports.repository.ts";

interface ReportsDeps {
  /** A report may be a few seconds old, so a replica will do. */
  reading: Pick<Reading, "read">;
  /** The English name by which a country is shown; "Unknown" for an unknown one. */
  countryName(code: string | null): string;
}

export type ReportsService = ReturnType<typeof createReportsService>;

export function createReportsService({ reading, countryName }: ReportsDeps) {
  return {
    /** Orders by nationality, sorted by count descending, then by name (decision record 0048). */
    async countries(range: CountryReportRange): Promise<CountryRow[]> {
      const rows = new Map<string, CountryRow>();
      const counted = await reading.read((db) => countByNationality(db, range));
      for (const { code, count, standard, priority, future } of counted) {
        const nationality = countryName(code);
        // A code that is no longer in the list of countries is counted as unknown.
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
