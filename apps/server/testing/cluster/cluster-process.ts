import { rmSync } from "node:fs";
import { openFolder } from "../engines/spawn-host.ts";
import { freePort, type SpawnedProgram, spawnProgram, until } from "../processes/spawn-program.ts";

const STARTED_WITHIN_MS = 120_000;
/** The program ends by itself after 14 s at the latest. */
const STOPPED_WITHIN_MS = 20_000;
/** Our own last words, and Node's behind a rejection or an error that nobody caught; lines of the log have stacks in them. */
const FATAL = /^\{"level":"fatal"|^[^{]*(Unhandled|Uncaught|triggerUncaught)/;
const ERROR = /"level":"error"/;

/** One role of an installation as a process with a data folder and ports of its own. */
export class ClusterProcess {
  readonly mqttPort: number;
  readonly #problems: string[] = [];
  readonly #name: string;
  readonly #folder: string;
  readonly #env: Readonly<Record<string, string>>;
  #program: SpawnedProgram;
  /** Another checkout that it runs from. */
  #root: string | undefined;
  #errors = 0;
  #isStopping = false;

  private constructor(
    name: string,
    folder: string,
    env: Readonly<Record<string, string>>,
    root: string | undefined,
    program: SpawnedProgram,
  ) {
    this.#name = name;
    this.#folder = folder;
    this.#env = env;
    this.#root = root;
    this.mqttPort = Number(env.CANOPY_MQTT_PORT);
    this.#program = program;
  }

  static async start(name: string, shared: Readonly<Record<string, string>>, root?: string): Promise<ClusterProcess> {
    const folder = openFolder();
    const env = {
      ...shared,
      CANOPY_ROLES: name.split(" ")[0] ?? "",
      CANOPY_HTTP_PORT: String(await freePort()),
      CANOPY_MQTT_PORT: String(await freePort()),
      CANOPY_MQTTS_PORT: String(await freePort()),
    };
    const program = await spawnProgram(folder, env, root === undefined ? {} : { root });
    const started = new ClusterProcess(name, folder, env, root, program);
    await started.#untilStarted();
    return started;
  }

  get pid(): number {
    return this.#program.process.pid ?? 0;
  }

  get base(): string {
    return this.#program.base;
  }

  get httpPort(): number {
    return Number(this.#env.CANOPY_HTTP_PORT);
  }

  get output(): string {
    return this.#program.output();
  }

  /** Lines of level error since the start of the run. */
  get errors(): number {
    return this.#errors + errorLines(this.output).length;
  }

  get hasEnded(): boolean {
    const { exitCode, signalCode } = this.#program.process;
    return exitCode !== null || signalCode !== null;
  }

  get hasEndedByItself(): boolean {
    return this.hasEnded && !this.#isStopping;
  }

  /** Ends that nobody asked for, stops that took too long, words before an end: none when all is well. */
  get problems(): string[] {
    if (!this.hasEndedByItself) return this.#problems;
    return [...this.#problems, `${this.#name} ended by itself:\n${this.output.slice(-2000)}`];
  }

  async #untilStarted(): Promise<void> {
    const isUp = () => /runs as|is ready at/.test(this.output);
    await until(async () => isUp() || this.hasEnded, STARTED_WITHIN_MS);
    if (this.hasEnded) throw new Error(`the process ended at its start:\n${this.output}`);
    this.#isStopping = false;
  }

  /** kill -9, and started again on the same folder and ports. */
  async kill(): Promise<void> {
    this.#isStopping = true;
    this.#program.process.kill("SIGKILL");
    await this.#program.ended();
    await this.#startAgain();
  }

  /** Restarted with this version. */
  async upgrade(): Promise<void> {
    this.#root = undefined;
    await this.restart();
  }

  /** SIGTERM, its end, and started again. */
  async restart(): Promise<void> {
    this.#isStopping = true;
    const began = performance.now();
    this.#program.process.kill("SIGTERM");
    const code = await this.#program.ended();
    const tookMs = performance.now() - began;
    if (code !== 0 || tookMs > STOPPED_WITHIN_MS)
      this.#problems.push(`${this.#name} stopped with ${code} after ${Math.round(tookMs)} ms`);
    await this.#startAgain();
  }

  async #startAgain(): Promise<void> {
    const fatal = this.output.split("\n").filter((line) => FATAL.test(line));
    if (fatal.length > 0) this.#problems.push(`${this.#name}: ${fatal.join("\n").slice(0, 2000)}`);
    this.#errors += errorLines(this.output).length;
    const from = this.#root === undefined ? {} : { root: this.#root };
    this.#program = await spawnProgram(this.#folder, { ...this.#env }, from);
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

const errorLines = (output: string): string[] => output.split("\n").filter((line) => ERROR.test(line));
