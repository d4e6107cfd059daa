import { systemClock } from "./platform/clock.ts";
import { prepareInstallation } from "./preparation.ts";
import type { Program, ProgramOptions } from "./program.types.ts";

export type { Program, ProgramOptions };

/** Starts everything and listens. If a step fails, what was started before it is stopped again. */
export async function startProgram(options: ProgramOptions): Promise<Program> {
  const { config, log, now = systemClock, demo, onFailure } = options;
  // Loading these modules occupies this process for a quarter of the start; its database starts in the meantime.
  const loadServer = () => import("./serve.ts");
  const onDatabaseSpawned = () => void loadServer().catch(() => undefined);
  const installation = await prepareInstallation({ config, log, now, demo, onFailure, onDatabaseSpawned });
  try {
    const { serve } = await loadServer();
    const server = await serve(options, installation);
    const stop = async () => {
      try {
        await server.stop();
      } finally {
        await installation.stop();
      }
    };
    return { address: server.address, signIns: installation.signIns, stop };
  } catch (error) {
    await installation.stop();
    throw error;
  }
}
