import type { GpsPosition } from "@canopy/contract/device-link/gps";
import type { DeviceStatus } from "@canopy/contract/device-link/status";
import { Random } from "../world/random.ts";
import type { TerminalControl } from "./terminal-control.ts";

const STATUS_EVERY_US = 10_000_000;
/** How often a terminal that sends says how much it has sent. */
const SENDING_EVERY_US = 2_000_000;
/** Fixes that wait for a network; older ones are given up, as the terminals of the field do. */
const MAX_POSITIONS = 600;
const DEFAULT_BAUD = 500_000;
/** A metre, in degrees of latitude. */
const METRE_DEG = 1 / 111_320;

/** Periodic reports of a terminal by its clock: position and status. */
export class Reports {
  private readonly terminal: TerminalControl;
  private readonly random: Random;
  private positions: GpsPosition[] = [];
  private nextFixUs = 0;
  private nextStatusUs = 0;
  private nextSendingUs = 0;
  private toldChanges = 0;

  constructor(terminal: TerminalControl) {
    this.terminal = terminal;
    this.random = new Random(terminal.vehicle.vehicle.vin);
  }

  send(nowUs: number): void {
    const { gps } = this.terminal.configuration.current;
    if (gps.enabled && nowUs >= this.nextFixUs) {
      this.nextFixUs = nowUs + gps.period_s * 1e6;
      const position = this.position();
      this.positions.push(position);
      const { record } = this.terminal.configuration.current;
      if (record.mode !== "off") this.terminal.card.recordPosition(position, record);
      if (this.positions.length > MAX_POSITIONS) this.positions.shift();
      this.flushPositions();
    }
    if (nowUs >= this.nextStatusUs) this.sendStatus(nowUs);
    else this.sendSending(nowUs);
  }

  /** After a connection: the queued reports, and the whole state. */
  sendAll(nowUs: number): void {
    this.flushPositions();
    this.sendStatus(nowUs);
  }

  private flushPositions(): void {
    if (!this.terminal.isOnline || this.positions.length === 0) return;
    this.terminal.publish("gps", { positions: this.positions });
    this.positions = [];
  }

  private sendStatus(nowUs: number): void {
    if (!this.terminal.isOnline) return;
    this.nextStatusUs = nowUs + STATUS_EVERY_US;
    this.terminal.publish("status", this.status(nowUs));
    this.toldSending(nowUs);
  }

  /** DEV-06: at once when a list begins or ends, then now and then how far it has come. */
  private sendSending(nowUs: number): void {
    const { transmitter, isOnline, timeMs } = this.terminal;
    const isNews = transmitter.changes !== this.toldChanges;
    if (!isOnline || !(isNews || (!transmitter.isIdle && nowUs >= this.nextSendingUs))) return;
    this.terminal.publish("status", { time: timeMs, sending: transmitter.lists(isNews) });
    this.toldSending(nowUs);
  }

  private toldSending(nowUs: number): void {
    this.toldChanges = this.terminal.transmitter.changes;
    this.nextSendingUs = nowUs + SENDING_EVERY_US;
  }

  private position(): GpsPosition {
    const { drive } = this.terminal.vehicle.vehicle.chassis;
    const noise = () => this.random.normal() * 1.5 * METRE_DEG;
    return {
      time: this.terminal.timeMs,
      latitude: round(drive.place.latitude + noise(), 7),
      longitude: round(drive.place.longitude + noise(), 7),
      altitude_m: round(drive.place.altitudeM, 1),
      speed_kmh: round(drive.speedMs * 3.6, 1),
      course: round(drive.place.course, 1) % 360,
      satellites: this.random.whole(9, 16),
      hdop: round(this.random.between(0.7, 1.3), 1),
    };
  }

  private status(nowUs: number): DeviceStatus {
    const { terminal } = this;
    const { chassis } = terminal.vehicle.vehicle;
    const can = terminal.configuration.current.can;
    const baudRate = (channel: number) => can.find((entry) => entry.channel === channel)?.baud_rate ?? DEFAULT_BAUD;
    return {
      time: terminal.timeMs,
      model: terminal.model,
      firmware_version: terminal.firmwareVersion,
      hardware_version: "B2",
      sd_state: terminal.card.state,
      sd_total_mb: terminal.card.totalMb,
      sd_used_mb: round(terminal.card.usedMb, 2),
      channels: terminal.traffic.take(nowUs, baudRate, (channel) => terminal.errors.of(channel)),
      config_revision: terminal.configuration.revision,
      config_hash: terminal.configuration.hash,
      clock: "gps",
      uptime_s: Math.max(0, Math.floor((nowUs - terminal.bootedUs) / 1e6)),
      supply_v: round(terminal.supplyV + this.random.normal() * 0.03, 2),
      temperature_c: round(chassis.ambientC + 12, 1),
      signal_dbm: Math.round(-72 + this.random.normal() * 4),
      waiting_batches: terminal.outbox.waiting,
      sending: terminal.transmitter.lists(true),
    };
  }
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
