/** For tests: the CAN bus of an agent's process, as `candump` and `cansend` of can-utils see it, with an ECU behind it. */
import { appendFileSync, closeSync, fstatSync, openSync, readSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { formatHex, parseHex } from "@canopy/can/bytes/hex";
import type { Frame } from "@canopy/can/frame/frame";

interface BusEcu {
  receive(frame: Frame, nowUs: number): Frame[];
  tick(nowUs: number): Frame[];
}

const TICK_MS = 5;
const STATE_EVERY_MS = 200;
const nowUs = () => Date.now() * 1000;

/** Frames that an agent sends reach the ECU, its answers and the state of the vehicle reach the agent. */
export class TestCanBus {
  private readonly bus: string;
  private readonly sent: number;
  private readonly timer: NodeJS.Timeout;
  private readonly ecu: BusEcu;
  private readonly state: Pick<Frame, "id" | "data">;
  private readAt = 0;
  private rest = "";
  private nextStateMs = 0;

  /** Programs of these names in `folder` stand for those of can-utils. */
  constructor(folder: string, ecu: BusEcu, state: Pick<Frame, "id" | "data">) {
    this.ecu = ecu;
    this.state = state;
    this.bus = join(folder, "bus");
    writeFileSync(this.bus, "");
    writeFileSync(join(folder, "sent"), "");
    writeFileSync(join(folder, "candump"), `#!/bin/sh\nexec tail -f ${folder}/bus\n`, { mode: 0o755 });
    writeFileSync(join(folder, "cansend"), `#!/bin/sh\necho "$2" >> ${folder}/sent\n`, { mode: 0o755 });
    this.sent = openSync(join(folder, "sent"), "r");
    this.timer = setInterval(() => this.turn(), TICK_MS);
  }

  close(): void {
    clearInterval(this.timer);
    closeSync(this.sent);
  }

  private turn(): void {
    const out = this.lines().flatMap((line) => this.ecu.receive(frameOf(line), nowUs()));
    out.push(...this.ecu.tick(nowUs()));
    for (const { id, data } of out) this.put(id, data);
    if (Date.now() < this.nextStateMs) return;
    this.nextStateMs = Date.now() + STATE_EVERY_MS;
    this.put(this.state.id, this.state.data);
  }

  private put(id: number, data: Uint8Array): void {
    const seconds = (Date.now() / 1000).toFixed(6);
    appendFileSync(
      this.bus,
      `(${seconds}) can0 ${id.toString(16).toUpperCase().padStart(3, "0")}#${formatHex(data)}\n`,
    );
  }

  private lines(): string[] {
    const bytes = Buffer.alloc(Math.max(0, fstatSync(this.sent).size - this.readAt));
    if (bytes.length === 0) return [];
    this.readAt += readSync(this.sent, bytes, 0, bytes.length, this.readAt);
    const lines = `${this.rest}${bytes.toString("latin1")}`.split("\n");
    this.rest = lines.pop() ?? "";
    return lines;
  }
}

function frameOf(line: string): Frame {
  const [id = "", data = ""] = line.split("#");
  const bytes = parseHex(data);
  const content = bytes.ok ? bytes.value : new Uint8Array();
  return {
    timeUs: nowUs(),
    channel: 0,
    id: Number.parseInt(id, 16),
    flags: 0,
    size: content.length,
    data: content,
  };
}
