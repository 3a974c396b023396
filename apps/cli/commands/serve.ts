import { readArguments } from "../arguments.ts";
import { type Command, type ExitCode, OK } from "../command.ts";

const help = `canopy serve

Runs the server with the configuration of the environment and of .env in this folder, until it is stopped. The web must
have been built (npm run build); npm start does both.
`;

async function run(args: readonly string[]): Promise<ExitCode> {
  readArguments(args, {});
  // The server's main takes the process over: its signals and its exit code.
  await import("@canopy/server/main");
  await new Promise(() => undefined);
  return OK;
}

export const command: Command = { help, run };
