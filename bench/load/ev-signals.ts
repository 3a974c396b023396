// What the figures read out of the electric car of the simulator.
import type { Message, Signal } from "@canopy/can/dbc/model";
import { vehicleDbc } from "../../apps/simulator/vehicles/load-vehicle.ts";
import type { Peaks } from "./vehicle-traffic.ts";

interface CarMessage {
  readonly channel: number;
  readonly message: Message;
  readonly signals: readonly Signal[];
}

function carMessage(channel: number, id: number, names: readonly string[]): CarMessage {
  const message = vehicleDbc("ev.dbc").messages.find((one) => one.id === id);
  const signals = names.map((name) => message?.signals.find((signal) => signal.name === name));
  if (message === undefined || signals.includes(undefined)) throw new Error(`the car has no message ${id}`);
  return { channel, message, signals: signals as Signal[] };
}

/** At 100 Hz; big endian in the first two bytes. */
export const MOTOR_SPEED = carMessage(0, 0x120, ["MotorSpeed"]);

/** One bit at 100 Hz, set while the car brakes. */
export const BRAKE_SWITCH = carMessage(0, 0x100, ["BrakeSwitch"]);

/** Ten signals of three messages: two at 100 Hz, one at 50. */
export const TEN_SIGNALS: readonly CarMessage[] = [
  carMessage(0, 0x120, ["MotorSpeed", "MotorTorque", "TorqueLimit", "MotorState"]),
  carMessage(0, 0x100, ["AcceleratorPedal", "BrakePedal", "TorqueRequest"]),
  carMessage(0, 0x121, ["DcVoltage", "DcCurrent", "ElectricPower"]),
];

/** Above all that the motor reaches. */
export const PEAK = 32_000;
export const PEAKS: Peaks = { channel: 0, id: 0x120, every: 99_991, bytes: Uint8Array.of(PEAK >> 8, PEAK & 0xff) };
