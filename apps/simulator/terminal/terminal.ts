import { FrameBatch } from "@canopy/can/frame/batch";
import type { Frame } from "@canopy/can/frame/frame";
import { RequestGuard } from "@canopy/contract/device-link/request-guard";
import type { DownTopic, UpTopic } from "@canopy/contract/device-link/topics";
import type { EcuFault } from "../bus/ecu.ts";
import type { LinkEvents, Uplink } from "../link/uplink.ts";
import { RunningVehicle } from "../vehicles/load-vehicle.ts";
import type { VehicleKind } from "../vehicles/vehicle.ts";
import { Random } from "../world/random.ts";
import { Batcher, type Pack } from "./batcher.ts";
import { Card } from "./card.ts";
import { Configuration } from "./configuration.ts";
import { EcuTester, type UdsRequest } from "./diagnosis.ts";
import { DiagnosisJobs } from "./diagnosis-jobs.ts";
import { answerMessage } from "./down-messages.ts";
import { ErrorCounters } from "./error-counters.ts";
import { endUpload } from "./file-upload.ts";
import { type FirmwareFault, Upgrader } from "./firmware.ts";
import { SimulatedFlash } from "./flash.ts";
import { Forwarder } from "./forwarder.ts";
import { Outbox } from "./outbox.ts";
import { Reports } from "./reports.ts";
import type { RunningUpload, TerminalControl } from "./terminal-control.ts";
import { Traffic } from "./traffic.ts";
import { Transmitter } from "./transmitter.ts";

export interface TerminalSettings {
  deviceId: string;
  kind: VehicleKind;
  seed: string;
  startUs: number;
  epoch: number;
  /** Mean time between two losses of the network; absent: none on purpose. */
  cutEveryS?: number;
  cycleScale?: number;
  /** How long frames wait for others before they go as a batch. */
  batchUs?: number;
  /** Of upgrades, on purpose. */
  firmwareFault?: FirmwareFault;
  /** What waits for the server beyond it is given up. */
  outboxBytes?: number;
  uploadBytesPerS?: number;
  cardSpans?: number;
  /** It never drives. */
  isParked?: boolean;
  /** Of its control units, on purpose. */
  ecuFault?: EcuFault;
  /** Of its batches. */
  pack?: Pack;
  /** The vehicle was driven for so long before the start, and the terminal did not listen. */
  drivenUs?: number;
}

const DEFAULT_BATCH_US = 250_000;
/** Batches kept while the server is away: about an hour and a half of a busy vehicle. */
const OUTBOX_BYTES = 32 * 1024 * 1024;
/** A mobile network on a good day. */
const UPLOAD_BYTES_PER_S = 4 * 1024 * 1024;
const MODEL = "CANOPY-SIM-2";
const REBOOT_MS = 4000;

/** A black box in a vehicle. Time moves by `advance` alone; the holder of the link calls it. */
export class Terminal implements LinkEvents, TerminalControl {
  readonly model = MODEL;
  readonly vehicle: RunningVehicle;
  readonly configuration: Configuration;
  readonly card: Card;
  readonly outbox: Outbox;
  readonly traffic: Traffic;
  readonly errors: ErrorCounters;
  readonly transmitter = new Transmitter();
  readonly diagnosis = new DiagnosisJobs(this);
  readonly flash = new SimulatedFlash(this, true);
  firmwareVersion = "4.17.02";
  readonly upgrader: Upgrader;
  bootedUs: number;
  upload: RunningUpload | null = null;
  readonly uploadBytesPerS: number;
  private readonly settings: TerminalSettings;
  private readonly forwarder: Forwarder;
  private readonly batcher: Batcher;
  /** Frames that filters keep from the server. */
  private readonly recorder: Batcher;
  private readonly reports: Reports;
  private readonly random: Random;
  private readonly frames = new FrameBatch();
  private readonly testers = new Map<string, EcuTester>();
  private link: Uplink | null = null;
  private clockOffsetUs = 0;
  private readonly guard = new RequestGuard();
  private nextCutUs: number;

  constructor(settings: TerminalSettings) {
    const { kind, seed, startUs, epoch, batchUs = DEFAULT_BATCH_US, outboxBytes = OUTBOX_BYTES } = settings;
    this.settings = settings;
    this.bootedUs = startUs;
    this.vehicle = new RunningVehicle(settings);
    if (settings.isParked) this.vehicle.vehicle.chassis.drive.stayParked();
    this.configuration = new Configuration(kind);
    this.card = new Card(settings.cardSpans);
    this.uploadBytesPerS = settings.uploadBytesPerS ?? UPLOAD_BYTES_PER_S;
    this.outbox = new Outbox(epoch, outboxBytes);
    this.forwarder = new Forwarder(this.outbox, () => this.timeMs);
    this.errors = new ErrorCounters(this.vehicle.vehicle.faults);
    this.traffic = new Traffic(startUs);
    const record = (bytes: Uint8Array, batch: FrameBatch) => {
      const settings = this.configuration.current.record;
      if (settings.mode !== "off") this.card.record(bytes, batch, settings);
    };
    this.batcher = new Batcher(this.outbox, batchUs, record, settings.pack);
    this.recorder = new Batcher(new Outbox(epoch, 0), batchUs, record);
    this.random = new Random(`terminal/${seed}`);
    this.reports = new Reports(this);
    this.upgrader = new Upgrader(this, settings.firmwareFault);
    this.nextCutUs = this.cutAfter(startUs);
  }

  attach(link: Uplink): void {
    this.link = link;
    this.forwarder.attach(link);
  }

  get isOnline(): boolean {
    return this.link?.isOnline ?? false;
  }

  /** The terminal's own clock, which `time.sync` sets. */
  get timeMs(): number {
    return Math.floor((this.vehicle.timeUs + this.clockOffsetUs) / 1000);
  }

  setClock(serverMs: number): void {
    this.clockOffsetUs = serverMs * 1000 - this.vehicle.timeUs;
  }

  toClockUs(timeUs: number): number {
    return timeUs + this.clockOffsetUs;
  }

  advance(untilUs: number): void {
    for (const frame of this.transmitter.due(this.vehicle.timeUs)) this.vehicle.bus.send(frame);
    this.vehicle.advance(untilUs, this.frames);
    for (let i = 0; i < this.frames.length; i++) {
      const frame = this.frames.at(i);
      for (const error of this.errors.until(frame.timeUs)) this.hear(error);
      this.errors.good(frame.channel);
      this.hear(frame);
    }
    this.frames.clear();
    this.outbox.releaseOld(this.timeMs);
    if (this.vehicle.timeUs >= this.nextCutUs) this.loseNetwork();
    this.reports.send(this.vehicle.timeUs);
    this.diagnosis.tell();
    this.flash.advance(this.supplyV);
    this.pump();
  }

  get isVehicleFree(): boolean {
    return this.diagnosis.isFree && [...this.testers.values()].every(({ isFree }) => isFree);
  }

  get supplyV(): number {
    return this.vehicle.vehicle.chassis.isParked ? 12.6 : 14.1;
  }

  private hear(frame: Frame): void {
    this.traffic.count(frame);
    this.flash.hear(frame);
    const outcome = this.configuration.judge(frame);
    if (outcome === "unheard") return;
    const batcher = outcome === "uploaded" ? this.batcher : this.recorder;
    batcher.push(this.clockOffsetUs === 0 ? frame : { ...frame, timeUs: frame.timeUs + this.clockOffsetUs });
  }

  pump(): void {
    this.forwarder.pump();
  }

  /** Frames that wait for others go now. */
  flush(): void {
    this.batcher.flush();
    this.pump();
  }

  get framesAcknowledged(): number {
    return this.forwarder.framesAcknowledged;
  }

  publish(topic: Exclude<UpTopic, "frames">, message: unknown): void {
    this.link?.publish(topic, JSON.stringify(message));
  }

  log(level: "info" | "warning" | "error", text: string): void {
    this.publish("log", { lines: [{ time: this.timeMs, level, text }] });
  }

  online(): void {
    this.publish("event", { time: this.timeMs, kind: "time.ask" });
    this.upgrader.online();
    this.flash.online();
    this.reports.sendAll(this.vehicle.timeUs);
    this.forwarder.online();
  }

  offline(): void {
    this.guard.disconnected();
    // It could not be stopped any more (docs/device-protocol.md 2.5).
    this.transmitter.stop();
    this.dropTesters();
    this.forwarder.offline();
  }

  received(topic: DownTopic, payload: Uint8Array): void {
    void answerMessage(this, topic, payload);
  }

  isNew(id: string): boolean {
    return this.guard.isNew(id);
  }

  /** False: an answer of this ECU is still awaited. */
  diagnose(request: UdsRequest, settle: (result: Record<string, unknown>) => void): boolean {
    const name = `${request.channel}/${request.requestId}/${request.responseId}`;
    const tester = this.testers.get(name) ?? new EcuTester(request);
    if (!this.testers.has(name)) this.vehicle.bus.attach(tester);
    this.testers.set(name, tester);
    if (tester.isBusy) return false;
    for (const frame of tester.send(request.data, this.vehicle.timeUs, settle)) this.vehicle.bus.send(frame, tester);
    return true;
  }

  /** The card keeps batches, epoch and sequence: it goes on counting where it was. */
  reboot(cause: string): void {
    endUpload(this);
    this.transmitter.stop();
    this.dropTesters();
    this.publish("event", { time: this.timeMs, kind: "reboot", level: "warning", content: { cause } });
    this.bootedUs = this.vehicle.timeUs + REBOOT_MS * 1000;
    this.flash.losePower(this.bootedUs);
    // The answer to the request leaves first.
    setTimeout(() => this.link?.cut(REBOOT_MS), 200).unref();
  }

  private dropTesters(): void {
    this.diagnosis.drop();
    for (const tester of this.testers.values()) tester.drop();
  }

  private loseNetwork(): void {
    this.nextCutUs = this.cutAfter(this.vehicle.timeUs);
    this.link?.cut(this.random.between(3000, 40_000));
  }

  private cutAfter(nowUs: number): number {
    const { cutEveryS } = this.settings;
    return cutEveryS === undefined
      ? Number.POSITIVE_INFINITY
      : nowUs - Math.log(1 - this.random.next()) * cutEveryS * 1e6;
  }
}
