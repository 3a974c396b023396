// Programs for the journeys, each whole as a user would start it: one per worker, started when its worker first asks.
import { createServer } from "node:http";
import { dirname } from "node:path";
import type { TestProject } from "vitest/node";
import { testWeixin, WEIXIN_APP } from "../../apps/server/testing/outside/test-weixin.ts";
import { buildWeb } from "../../scripts/build-web.ts";
import { type Program, startProgram } from "./program.ts";

/** Receivers of webhooks stand on this machine. */
const RECEIVERS = { CANOPY_PRIVATE_TARGETS: "on" };

export interface RunningProgram {
  baseUrl: string;
  dataFolder: string;
}

declare module "vitest" {
  interface ProvidedContext {
    /** Answers a worker's number with its RunningProgram. */
    programs: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await buildWeb(dirname(dirname(import.meta.dirname)));
  const weixin = await testWeixin();
  const environment = {
    ...RECEIVERS,
    CANOPY_LOGIN_ORIGINS: "http://127.0.0.1:9",
    CANOPY_WEIXIN_APP_ID: WEIXIN_APP.appId,
    CANOPY_WEIXIN_SECRET: WEIXIN_APP.secret,
    CANOPY_WEIXIN_SIGN_IN_URL: `${weixin.url}/connect/qrconnect`,
    CANOPY_WEIXIN_API_URL: weixin.url,
  };
  const started = new Map<string, Promise<Program>>();
  const programOf = (worker: string) => {
    const program = started.get(worker) ?? startProgram(environment);
    started.set(worker, program);
    return program;
  };
  const desk = createServer(async (request, response) => {
    try {
      const { baseUrl, dataFolder } = await programOf(request.url ?? "/");
      response.end(JSON.stringify({ baseUrl, dataFolder } satisfies RunningProgram));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  await new Promise<void>((resolve) => desk.listen(0, "127.0.0.1", resolve));
  const address = desk.address();
  if (typeof address !== "object" || address === null) throw new Error("no port");
  project.provide("programs", `http://127.0.0.1:${address.port}`);
  return async () => {
    desk.close();
    await weixin.close();
    const problems = await Promise.all([...started.values()].map(stopCleanly));
    if (problems.flat().length > 0) throw new Error(problems.flat().join("; "));
  };
}

/** One that never became ready has already failed its journeys. */
async function stopCleanly(starting: Promise<Program>): Promise<string[]> {
  const program = await starting.catch(() => undefined);
  const problems = (await program?.stop()) ?? [];
  return problems.map((problem) => `the program did not stop cleanly: ${problem} (${program?.logFile})`);
}
