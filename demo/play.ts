import type { Step } from "./script.ts";
import type { Scene } from "./story-runner.ts";

interface Act {
  scene: Scene;
  step: Step;
}

/** The program computes while the database stores; more concurrency gains nothing on two cores. */
const STEPS_AT_ONCE = 8;

/** Runs the steps of all orders chronologically; some adjacent steps run concurrently. */
export async function playAll(
  scenes: readonly Scene[],
  playStep: (scene: Scene, step: Step) => Promise<void>,
  onProgress: (done: number, all: number) => void = () => undefined,
): Promise<void> {
  const acts = scenes.flatMap((scene) => scene.planned.steps.map((step) => ({ scene, step })));
  acts.sort((one, other) => one.step.at.getTime() - other.step.at.getTime());
  let done = 0;
  for (const group of groupsOf(acts)) {
    await Promise.all(group.map(({ scene, step }) => playStep(scene, step)));
    done += group.length;
    onProgress(done, acts.length);
  }
}

/**
 * Groups adjacent steps that may run concurrently: never two of one order, and never two that send a mail, because the
 * outbox stores simultaneous acceptances with one timestamp, and the audit log lists mails to other addresses in the order
 * of writing.
 */
function groupsOf(acts: readonly Act[]): Act[][] {
  const groups: Act[][] = [];
  for (const act of acts) {
    const last = groups.at(-1);
    if (last === undefined || last.length === STEPS_AT_ONCE || last.some((other) => collide(act, other))) {
      groups.push([act]);
    } else last.push(act);
  }
  return groups;
}

const isMailed = ({ kind }: Step) => kind === "document" || kind === "resend";
const collide = (one: Act, other: Act) => one.scene === other.scene || (isMailed(one.step) && isMailed(other.step));
