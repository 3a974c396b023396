import { type Program, startProgram } from "../../e2e/support/program.ts";

/** The program with its demo and without its fleet, which shares the cores with the browser and has no part in the figure. */
export function startWithoutFrames(): Promise<Program> {
  return startProgram({ CANOPY_ROLES: "web,worker" });
}
