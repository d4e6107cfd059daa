import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import type { Month } from "#contract/dates.ts";
import { exportName, exportOrders } from "#contract/order-export.ts";
import type { ListName } from "#contract/order-status.ts";
import { errorMessage } from "#web/platform/api-error.ts";
import { fetchFile } from "#web/platform/fetch-file.ts";
import { FILE_URL_LIFE_MS, saveFile } from "#web/platform/file-tab.ts";
import type { ListUrl } from "#web/platform/list-url.ts";
import { toast } from "#web/platform/toasts.ts";
import { announce } from "#web/ui/announcer.tsx";

interface Props {
  list: ListName;
  month: Month | undefined;
  url: ListUrl;
  isEmpty: boolean;
}

/** Saves everything that the list shows, of every page, in its order. It goes on while other screens are opened. */
export function ExportButton({ list, month, url, isEmpty }: Props) {
  const [bytes, setBytes] = useState<number | null>(null);
  const isBusy = bytes !== null;

  const save = async () => {
    setBytes(0);
    announce("Exporting");
    try {
      const { search, sort } = url;
      // Left out of the address when undefined; the contract's optional fields take no undefined.
      const query = { ...(month && { month }), ...(search !== "" && { search }), ...sort };
      const file = await fetchFile(exportOrders, { params: { orderName: list }, query }, setBytes);
      const address = URL.createObjectURL(new Blob([file], { type: "text/csv;charset=utf-8" }));
      const name = exportName(list, month, new Date().toISOString().slice(0, 10));
      saveFile(address, name);
      setTimeout(() => URL.revokeObjectURL(address), FILE_URL_LIFE_MS);
      announce(`Exported as ${name}`);
    } catch (error) {
      toast.error(errorMessage(error), { sticky: true, about: `export of ${list}` });
    } finally {
      setBytes(null);
    }
  };

  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      disabled={isEmpty && !isBusy}
      aria-disabled={isBusy}
      data-disabled={isBusy}
      onClick={() => {
        if (!isBusy) void save();
      }}
    >
      {isBusy ? `Exporting… ${size(bytes)}` : "Export CSV"}
    </Button>
  );
}

const size = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;
