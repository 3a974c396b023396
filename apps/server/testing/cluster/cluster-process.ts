import { rmSync } from "node:fs";
import { openFolder } from "../spawn-host.ts";
import { freePort, type SpawnedProgram, spawnProgram, until } from "../spawn-program.ts";

const STARTED_WITHIN_MS = 120_000;

/** One role of an installation as a process with a data folder and ports of its own. */
export class ClusterProcess {
  readonly mqttPort: number;
  readonly #folder: string;
  readonly #env: Readonly<Record<string, string>>;
  #program: SpawnedProgram;

  private constructor(folder: string, env: Readonly<Record<string, string>>, program: SpawnedProgram) {
    this.#folder = folder;
    this.#env = env;
    this.mqttPort = Number(env.CANOPY_MQTT_PORT);
    this.#program = program;
  }

  static async start(role: string, shared: Readonly<Record<string, string>>): Promise<ClusterProcess> {
    const folder = openFolder();
    const env = {
      ...shared,
      CANOPY_ROLES: role,
      CANOPY_HTTP_PORT: String(await freePort()),
      CANOPY_MQTT_PORT: String(await freePort()),
      CANOPY_MQTTS_PORT: String(await freePort()),
    };
    const started = new ClusterProcess(folder, env, await spawnProgram(folder, env));
    await started.#untilStarted();
    return started;
  }

  get base(): string {
    return this.#program.base;
  }

  get output(): string {
    return this.#program.output();
  }

  get hasEnded(): boolean {
    const { exitCode, signalCode } = this.#program.process;
    return exitCode !== null || signalCode !== null;
  }

  async #untilStarted(): Promise<void> {
    const isUp = () => /runs as|is ready at/.test(this.output);
    await until(async () => isUp() || this.hasEnded, STARTED_WITHIN_MS);
    if (this.hasEnded) throw new Error(`the process ended at its start:\n${this.output}`);
  }

  /** kill -9, and started again on the same folder and ports. */
  async kill(): Promise<void> {
    this.#program.process.kill("SIGKILL");
    await this.#program.ended();
    this.#program = await spawnProgram(this.#folder, { ...this.#env });
    await this.#untilStarted();
  }

  async stop(): Promise<void> {
    if (!this.hasEnded) {
      this.#program.process.kill("SIGTERM");
      await this.#program.ended();
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
