import type { Role } from "#contract/roles.ts";
import type { ServiceDeps } from "./service-options.ts";

/** A member of the demo with the password that the program prints at start. */
export interface DemoSignIn {
  name: string;
  email: string;
  role: Role;
  password: string;
}

/** An order to try the visitor's pages with. */
export interface DemoSample {
  orderId: number;
  email: string;
}

export interface DemoDeps extends Omit<ServiceDeps, "jobs" | "options"> {
  connectionString: string;
  members: readonly DemoSignIn[];
}

/** Demo data that a start may load. The program itself has none. */
export interface DemoSource {
  /** False in a data folder that was not created as a demo. */
  isBegun(dataDir: string): Promise<boolean>;
  /** The sign-ins kept in the data folder; created if there are none. */
  members(dataDir: string): Promise<DemoSignIn[]>;
  /** Fills an empty database, once. @returns the sign-ins that still work, and an order to track if there is one */
  load(deps: DemoDeps): Promise<{ members: DemoSignIn[]; sample: DemoSample | null }>;
}
