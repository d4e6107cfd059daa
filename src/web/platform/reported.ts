import { errorMessage, toApiError } from "./api-error.ts";
import { type ToastChoice, toast } from "./toasts.ts";

interface Options extends Pick<ToastChoice, "about" | "sticky"> {
  /** False where the end of the session is not to be reported again: the api has done it. */
  tells401?: boolean;
}

/** Shows how a call ended: its answer's message, or why it failed; `sticky` concerns the failure. Null after one. */
export async function reported<A extends { message: string }>(
  call: Promise<A>,
  { about, sticky, tells401 = true }: Options = {},
): Promise<A | null> {
  try {
    const answer = await call;
    toast.success(answer.message, { about });
    return answer;
  } catch (thrown) {
    if (tells401 || toApiError(thrown).httpStatus !== 401) toast.error(errorMessage(thrown), { about, sticky });
    return null;
  }
}
