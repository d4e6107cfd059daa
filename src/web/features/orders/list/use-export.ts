import { useState } from "react";
import type { Month } from "#contract/dates.ts";
import { exportName, exportOrders } from "#contract/orders/order-export.ts";
import type { ListName } from "#contract/orders/queues.ts";
import { errorMessage } from "#web/platform/api-error.ts";
import { fetchFile } from "#web/platform/fetch-file.ts";
import { saveBytes } from "#web/platform/file-tab.ts";
import type { ListUrl } from "#web/platform/list-url.ts";
import { serverNow } from "#web/platform/server-clock.ts";
import { toast } from "#web/platform/toasts.ts";
import { announce } from "#web/ui/announcer.tsx";

export interface ExportedList extends Pick<ListUrl, "search" | "sort" | "filter"> {
  list: ListName;
  month: Month | undefined;
}

/**
 * Exports everything that the list shows, on all pages, in its sort order. Continues while other screens are opened.
 * `progress` says how much has arrived, and is null while nothing is exported.
 */
export function useExport({ list, month, search, sort, filter }: ExportedList) {
  const [bytes, setBytes] = useState<number | null>(null);

  const save = async () => {
    setBytes(0);
    announce("Exporting");
    try {
      // The contract's optional fields don't accept undefined.
      const body = { ...(month && { month }), ...(search !== "" && { search }), ...sort, ...filter };
      const file = await fetchFile(exportOrders, { params: { orderName: list }, body }, setBytes);
      const name = exportName(list, month, new Date(serverNow()).toISOString().slice(0, 10));
      saveBytes(file, "text/csv;charset=utf-8", name);
      announce(`Exported as ${name}`);
    } catch (error) {
      toast.error(errorMessage(error), { sticky: true, about: `export of ${list}` });
    } finally {
      setBytes(null);
    }
  };

  return {
    progress: bytes === null ? null : `Exporting… ${(bytes / 1_000_000).toFixed(1)} MB`,
    run: () => {
      if (bytes === null) void save();
    },
  };
}
