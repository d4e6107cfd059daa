import { useRef, useState } from "react";
import { uploadPath } from "#contract/tracking.ts";
import type { Problem } from "./problem.ts";
import { saveFile } from "./save-file.ts";
import { visitorApi } from "./visitor-api.ts";

/** Specification section 9: the file follows the answer by itself, one second later. */
const AUTO_DOWNLOAD_DELAY_MS = 1000;

export type DownloadPhase =
  | { name: "idle" }
  | { name: "preparing" }
  | { name: "started" }
  | { name: "failed"; problem: Problem };

interface Download {
  orderId: number;
  refetch: () => Promise<unknown>;
  sendBack: (problem: Problem) => boolean;
}

/** Records a download, then fetches the file. A failure gives the button back and the reason (doubt D-15). */
export function useDownload({ orderId, refetch, sendBack }: Download) {
  const [phase, setPhase] = useState<DownloadPhase>({ name: "idle" });
  const isBusy = useRef(false);

  async function download(file1: string) {
    if (isBusy.current) return;
    isBusy.current = true;
    setPhase({ name: "preparing" });
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const answer = await visitorApi.recordDownload({
      orderId: String(orderId),
      customername: "customer",
      file1,
      timezone: timeZone,
    });
    if (answer.ok) {
      setTimeout(() => {
        saveFile(uploadPath(orderId, file1));
        isBusy.current = false;
        setPhase({ name: "started" });
      }, AUTO_DOWNLOAD_DELAY_MS);
    } else {
      isBusy.current = false;
      setPhase({ name: "failed", problem: answer.problem });
      if (sendBack(answer.problem)) return;
    }
    // After a failure too: the document may have been replaced by a newer one.
    await refetch();
  }

  return { phase, download };
}
