import { useState } from "react";
import { getDocument, type OrderDocument } from "#contract/documents/documents.ts";
import { servedName } from "#contract/served-name.ts";
import { errorMessage } from "#web/platform/api-error.ts";
import { fetchFile } from "#web/platform/fetch-file.ts";
import { FILE_URL_LIFE_MS, openFileTab, saveFile } from "#web/platform/file-tab.ts";
import { toast } from "#web/platform/toasts.ts";

/** Opens or saves a stored document. The bytes are fetched first, so that the token never appears in a URL. */
export function useStoredFile(document: OrderDocument) {
  const [isBusy, setBusy] = useState(false);

  const withUrl = async (use: (url: string) => void, giveUp?: () => void) => {
    setBusy(true);
    try {
      const bytes = await fetchFile(getDocument, { params: { documentId: String(document.id) } });
      // The type is from the contract's closed list, whatever the response says: none of them runs scripts.
      const url = URL.createObjectURL(new Blob([bytes], { type: document.content_type }));
      use(url);
      setTimeout(() => URL.revokeObjectURL(url), FILE_URL_LIFE_MS);
    } catch (error) {
      giveUp?.();
      toast.error(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };

  const open = () => {
    const tab = openFileTab(document.original_name);
    return tab === null ? withUrl(save) : withUrl(tab.show, tab.giveUp);
  };

  const save = (url: string) => saveFile(url, servedName(document.order_id, document.file1));

  return { isBusy, open, download: () => withUrl(save) };
}
