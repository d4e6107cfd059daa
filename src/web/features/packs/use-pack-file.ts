import { useEffect, useRef, useState } from "react";
import { useDispatch } from "react-redux";
import { type DefencePack, makeDefencePack, type PackType, printDefencePack } from "#contract/packs.ts";
import { api } from "#web/platform/api.ts";
import { type ApiError, errorMessage, toApiError } from "#web/platform/api-error.ts";
import { fetchFile } from "#web/platform/fetch-file.ts";
import { FILE_URL_LIFE_MS, openFileTab } from "#web/platform/file-tab.ts";
import { toast } from "#web/platform/toasts.ts";
import { PACK_NAMES, packFileName } from "./pack-words.ts";

/** A pack that was fetched and can be opened or saved while the dialog stands. */
export interface PackFile {
  url: string;
  name: string;
  /** The browser refused the new tab. */
  isBlocked: boolean;
}

/** What is being fetched: a pack that is made now, or a stored one by its id. */
type Busy = "make" | DefencePack["id"];

/** Makes packs and prints stored ones, in a tab of their own. The token never stands in an address: bytes come first. */
export function usePackFile(orderId: number, type: PackType) {
  const dispatch = useDispatch();
  const [busy, setBusy] = useState<Busy | null>(null);
  const [file, setFile] = useState<PackFile | null>(null);
  const isUnderWay = useRef(false);
  const isGone = useRef(false);
  const name = PACK_NAMES[type];

  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  useEffect(() => (file === null ? undefined : () => freeLater(file.url)), [file]);

  const run = async (what: Busy, words: string, fetchBytes: () => Promise<Blob>): Promise<ApiError | null> => {
    // A second press can come before the first one's state is drawn.
    if (isUnderWay.current) return null;
    isUnderWay.current = true;
    const tab = openFileTab(words);
    setBusy(what);
    try {
      const bytes = await fetchBytes();
      const url = URL.createObjectURL(new Blob([bytes], { type: "application/pdf" }));
      tab?.show(url);
      if (isGone.current) freeLater(url);
      else setFile({ url, name: packFileName(orderId, type), isBlocked: tab === null });
      return null;
    } catch (thrown) {
      tab?.giveUp();
      return toApiError(thrown);
    } finally {
      isUnderWay.current = false;
      setBusy(null);
    }
  };

  const about = `pack ${orderId}`;
  const make = async (overrideReason: string | null): Promise<ApiError | null> => {
    if (isUnderWay.current) return null;
    const body = { orderId, defencePackType: type, overrideReason };
    const error = await run("make", `Making ${name}`, async () => {
      const bytes = await fetchFile(makeDefencePack, { body });
      toast.success(`${name} is ready.`, { about });
      return bytes;
    });
    if (error !== null) toast.error(errorMessage(error), { sticky: true, about });
    // A refusal may mean that what the dialog shows is old.
    if (error === null || error.httpStatus === UNPROCESSABLE) {
      dispatch(api.util.invalidateTags([{ type: "OrderDetails", id: orderId }, "DisputeList"]));
    }
    return error;
  };

  const print = async ({ id }: DefencePack): Promise<void> => {
    const params = { packId: String(id) };
    const error = await run(id, `Opening ${name}`, () => fetchFile(printDefencePack, { params }));
    if (error !== null) toast.error(errorMessage(error), { sticky: true, about });
  };

  return { busy, file, make, print };
}

const UNPROCESSABLE = 422;

/** A tab that was just sent there may not have read it yet. */
function freeLater(url: string): void {
  setTimeout(() => URL.revokeObjectURL(url), FILE_URL_LIFE_MS);
}
