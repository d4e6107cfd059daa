import { useEffect, useRef, useState } from "react";
import { type DefencePack, makeDefencePack, type PackType, printDefencePack } from "#contract/packs/packs.ts";
import { api } from "#web/platform/api.ts";
import { type ApiError, errorMessage, toApiError } from "#web/platform/api-error.ts";
import { fetchFile } from "#web/platform/fetch-file.ts";
import { freeLater, openFileTab } from "#web/platform/file-tab.ts";
import { useAppDispatch } from "#web/platform/store-hooks.ts";
import { toast } from "#web/platform/toasts.ts";
import { PACK_NAMES, packFileName } from "./pack-labels.ts";

/** A fetched pack that can be opened or saved while the dialog is open. */
export interface PackFile {
  url: string;
  name: string;
  /** The browser blocked the new tab. */
  isBlocked: boolean;
}

/** What is being fetched: a new pack, or a stored one by its id. */
type Busy = "make" | DefencePack["id"];

/** Makes packs and opens stored ones in a new tab. The bytes are fetched first, so that the token never appears in a URL. */
export function usePackFile(orderId: number, type: PackType) {
  const dispatch = useAppDispatch();
  const [busy, setBusy] = useState<Busy | null>(null);
  const [file, setFile] = useState<PackFile | null>(null);
  const isUnderWay = useRef(false);
  const isUnmounted = useRef(false);
  const name = PACK_NAMES[type];

  useEffect(() => {
    isUnmounted.current = false;
    return () => {
      isUnmounted.current = true;
    };
  }, []);
  useEffect(() => (file === null ? undefined : () => freeLater(file.url)), [file]);

  const run = async (what: Busy, words: string, fetchBytes: () => Promise<Blob>): Promise<ApiError | null> => {
    // A second click can arrive before the first one's state is rendered.
    if (isUnderWay.current) return null;
    isUnderWay.current = true;
    const tab = openFileTab(words);
    setBusy(what);
    try {
      const bytes = await fetchBytes();
      const url = URL.createObjectURL(new Blob([bytes], { type: "application/pdf" }));
      tab?.show(url);
      if (isUnmounted.current) freeLater(url);
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
    // A refusal may mean that the dialog is out of date.
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
