import { useRef, useState } from "react";
import type { uploadDocument } from "#contract/documents/documents.ts";
import type { CallInput } from "#web/platform/api-call.ts";
import { type ApiError, errorMessage, toApiError } from "#web/platform/api-error.ts";
import { toast } from "#web/platform/toasts.ts";
import { useUploadDocumentMutation } from "./documents.api.ts";

type Upload = Omit<CallInput<typeof uploadDocument>, "onProgress"> & { body: { orderId: number } };

/** Uploads with progress. `upload` resolves to null when the document is stored, otherwise to the error. */
export function useUpload() {
  const [send] = useUploadDocumentMutation();
  const [share, setShare] = useState<number | null>(null);
  const running = useRef<ReturnType<typeof send> | null>(null);
  const isCancelled = useRef(false);

  const upload = async (input: Upload): Promise<ApiError | null> => {
    const about = `upload ${input.body.orderId}`;
    isCancelled.current = false;
    setShare(0);
    const sent = send({ ...input, onProgress: setShare });
    running.current = sent;
    try {
      const { message } = await sent.unwrap();
      toast.success(message, { about });
      return null;
    } catch (thrown) {
      const error = toApiError(thrown);
      if (!isCancelled.current) toast.error(errorMessage(error), { sticky: true, about });
      return error;
    } finally {
      setShare(null);
      running.current = null;
    }
  };

  const cancel = () => {
    isCancelled.current = true;
    running.current?.abort();
  };

  return { upload, share, cancel };
}
