import type { FaultLine } from "../faults/fault-line.ts";
import type { FaultTerminal } from "../faults/fault-terminal.ts";
import type { Random } from "../faults/random.ts";
import type { Cluster } from "./cluster.ts";

/** The ways of terminals into the cluster: those of the second one are cut, held and slowed by scenes. */
export interface SceneTerminal {
  readonly terminal: FaultTerminal;
  readonly way: 1 | 2;
  readonly frameServer: 1 | 2;
}

/** A fault and its end. */
export interface Scene {
  readonly name: string;
  /** Terminals that should not notice it. */
  isHealthy(terminal: SceneTerminal): boolean;
  run(stage: Stage): Promise<void>;
}

/** What a scene works with. */
export interface Stage {
  readonly cluster: Cluster;
  readonly random: Random;
  /** The second way of terminals. */
  readonly way: FaultLine;
  /** Something is not as it has to be. */
  problem(what: string): void;
}

export const ALL_HEALTHY = () => true;
