import pLimit from "p-limit";
import type { Role } from "#contract/roles.ts";
import type { CountryOf } from "#server/platform/geo/countries.ts";
import { type BulkDocumentsDeps, uploadAll } from "./bulk-documents.ts";
import { type Act, moveAll, releaseAll } from "./bulk-moves.ts";
import { noteAll, visitAll } from "./bulk-visits.ts";
import type { Step } from "./script.ts";
import type { Scene, StepOf } from "./story-runner.ts";

/** Plays the steps of one kind, of as many orders. */
type Bulk<S> = (acts: readonly Act<S>[]) => Promise<void>;
type Bulks = { [K in Step["kind"]]?: Bulk<StepOf<K>> };

/** Orders in one statement: 45 columns each must stay below the 65,535 parameters a statement can have. */
export const ORDERS_AT_ONCE = 250;
/** The program computes and the database stores at the same time; more at once would gain nothing on two cores. */
const BULKS_AT_ONCE = 3;
const STEPS_AT_ONCE = 8;

/**
 * Plays the stories of all orders, first the first step of each, then the second, and so on, so that the steps of a
 * kind can be played many at a time. What no bulk takes is played by the services, one by one.
 */
export async function playAll(
  scenes: readonly Scene[],
  bulks: Bulks,
  playStep: (scene: Scene, step: Step) => Promise<void>,
): Promise<void> {
  for (let turn = 0; ; turn += 1) {
    const acts = scenes.flatMap((scene) => {
      const step = scene.planned.steps[turn];
      return step === undefined ? [] : [{ scene, step }];
    });
    if (acts.length === 0) return;
    await playTurn(acts, bulks, playStep);
  }
}

async function playTurn(
  acts: readonly Act<Step>[],
  bulks: Bulks,
  playStep: (scene: Scene, step: Step) => Promise<void>,
): Promise<void> {
  const isSingle = ({ step }: Act<Step>) => bulks[step.kind] === undefined || opensDispute(step);
  const bulkLimit = pLimit(BULKS_AT_ONCE);
  const byKind = Map.groupBy(
    acts.filter((act) => !isSingle(act)),
    ({ step }) => step.kind,
  );
  const batches = [...byKind].flatMap(([kind, ofKind]) => {
    // The acts were grouped by their kind, which is that of the bulk.
    const bulk = bulks[kind] as Bulk<Step>;
    return chunksOf(ofKind, ORDERS_AT_ONCE).map((chunk) => bulkLimit(() => bulk(chunk)));
  });
  const stepLimit = pLimit(STEPS_AT_ONCE);
  const singles = acts.filter(isSingle).map(({ scene, step }) => stepLimit(() => playStep(scene, step)));
  await Promise.all([...batches, ...singles]);
}

const opensDispute = (step: Step) => step.kind === "note" && step.flags.chargeback === true;

export function chunksOf<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

/** The bulks, for the steps that come by the thousand. */
export function createBulks(deps: BulkDocumentsDeps & { countryOf: CountryOf }, actorIds: Record<Role, number>): Bulks {
  const { db, timeline } = deps;
  const acted = <S extends { by: Role }>(acts: readonly Act<S>[]) =>
    acts.map(({ scene, step }) => ({ scene, step: { ...step, actorId: actorIds[step.by] } }));
  return {
    release: (acts) => db.transaction((tx) => releaseAll(tx, acts)),
    move: (acts) => db.transaction((tx) => moveAll(tx, acted(acts))),
    note: (acts) => db.transaction((tx) => noteAll(tx, timeline, acted(acts))),
    document: (acts) => uploadAll(deps, acted(acts)),
    download: (acts) => db.transaction((tx) => visitAll(tx, deps, acts)),
    scan: (acts) => db.transaction((tx) => visitAll(tx, deps, acts)),
  };
}
