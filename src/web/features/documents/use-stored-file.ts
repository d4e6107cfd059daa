import { useState } from "react";
import { getDocument, type OrderDocument, servedName } from "#contract/documents.ts";
import { errorMessage } from "#web/platform/api-error.ts";
import { fetchFile } from "#web/platform/fetch-file.ts";
import { toast } from "#web/platform/toasts.ts";

/** Long enough for a slow machine to begin reading; the tab or the download keeps what it has read. */
const URL_LIFE_MS = 60_000;

/** Opens or saves a stored document. The token never stands in an address, so the bytes are fetched first. */
export function useStoredFile(document: OrderDocument) {
  const [isBusy, setBusy] = useState(false);

  const withUrl = async (use: (url: string) => void, giveUp?: () => void) => {
    setBusy(true);
    try {
      const bytes = await fetchFile(getDocument, { params: { documentId: String(document.id) } });
      // The type is the contract's closed list, whatever the answer says: none of them runs scripts.
      const url = URL.createObjectURL(new Blob([bytes], { type: document.content_type }));
      use(url);
      setTimeout(() => URL.revokeObjectURL(url), URL_LIFE_MS);
    } catch (error) {
      giveUp?.();
      toast.error(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };

  const open = () => {
    // The tab is made while the click is still on the stack, or the browser takes it for an unwanted one.
    const tab = window.open("", "_blank");
    if (tab === null) return withUrl(save);
    tab.opener = null;
    return withUrl(
      (url) => tab.location.replace(url),
      () => tab.close(),
    );
  };

  const save = (url: string) => {
    const link = window.document.createElement("a");
    link.href = url;
    link.download = servedName(document.order_id, document.file1);
    link.click();
  };

  return { isBusy, open, download: () => withUrl(save) };
}
