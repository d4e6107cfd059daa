import { useRef, useState } from "react";
import { uploadPath } from "#contract/served-name.ts";
import type { Problem } from "./problem.ts";
import { visitorApi } from "./visitor-api.ts";

/** Specified delay between the response and the file: one second. */
const AUTO_DOWNLOAD_DELAY_MS = 1000;

export type DownloadPhase =
  | { name: "idle" }
  | { name: "preparing" }
  | { name: "started" }
  | { name: "failed"; problem: Problem };

interface Download {
  orderId: number;
  refetch: () => Promise<Problem | string | null>;
  sendBack: (problem: Problem) => boolean;
}

/** Records a download, then fetches the file. After a failure the button is enabled and the reason shown (decision record 0044). */
export function useDownload({ orderId, refetch, sendBack }: Download) {
  const [phase, setPhase] = useState<DownloadPhase>({ name: "idle" });
  const isBusy = useRef(false);

  async function download(file1: string): Promise<void> {
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
    if (!answer.ok) return await recover(file1, answer.problem);
    setTimeout(() => {
      saveFile(uploadPath(orderId, file1));
      isBusy.current = false;
      setPhase({ name: "started" });
    }, AUTO_DOWNLOAD_DELAY_MS);
    await refetch();
  }

  /** A newer version may have replaced the document: download that one. */
  async function recover(file1: string, problem: Problem): Promise<void> {
    const isBack = sendBack(problem);
    const current = isBack ? null : await refetch();
    isBusy.current = false;
    if (problem.kind === "refused" && typeof current === "string" && current !== file1) return await download(current);
    setPhase({ name: "failed", problem });
  }

  return { phase, download };
}

/** Lets the browser save the file at `path` without leaving the page. */
function saveFile(path: string): void {
  const link = document.createElement("a");
  link.href = path;
  link.download = "";
  link.hidden = true;
  document.body.append(link);
  link.click();
  link.remove();
}
