import { MESSAGES } from "#contract/messages.ts";
import { AppError } from "../app-error.ts";

/** A browser checks a file and uploads it, possibly while a previous one is still in progress. */
const OF_ONE_MEMBER = 3;
/** Each holds at most 15 MB until it is stored: 240 MB. */
const IN_PROCESS = 16;

export type UploadGate = ReturnType<typeof createUploadGate>;

/** Limits concurrent uploads, from their first byte until stored or refused. Each process counts its own. */
export function createUploadGate() {
  const ofMember = new Map<number, number>();
  let inProcess = 0;

  return {
    /** @throws AppError rate_limited if the member has too many, unavailable if the process has */
    async pass<T>(memberId: number, work: () => Promise<T>): Promise<T> {
      const own = ofMember.get(memberId) ?? 0;
      if (own >= OF_ONE_MEMBER) throw new AppError("rate_limited", MESSAGES.uploadsMany, { retryAfterSeconds: 5 });
      if (inProcess >= IN_PROCESS) throw new AppError("unavailable", MESSAGES.uploadsBusy, { retryAfterSeconds: 5 });
      ofMember.set(memberId, own + 1);
      inProcess += 1;
      try {
        return await work();
      } finally {
        inProcess -= 1;
        const left = (ofMember.get(memberId) ?? 1) - 1;
        if (left === 0) ofMember.delete(memberId);
        else ofMember.set(memberId, left);
      }
    },
  };
}
