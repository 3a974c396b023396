import type { BitRates } from "@canopy/can/bus/bus-load";
import type { DeviceConfig } from "@canopy/contract/device-link/config";
import { USUAL_BIT_RATES } from "../../devices/configuration/bit-rate-store.ts";
import type { GatewayDevice } from "../dialects/device-message.ts";

export type ReadConfig = (device: GatewayDevice) => Promise<Pick<DeviceConfig, "can"> | undefined>;

/** The bit rates of the channels of connected terminals, which bus load is a share of. */
export class LiveBitRates {
  private readonly known = new Map<number, ReadonlyMap<number, BitRates>>();
  private readonly hashes = new Map<number, string | undefined>();
  private readonly readConfig: ReadConfig;

  constructor(readConfig: ReadConfig) {
    this.readConfig = readConfig;
  }

  of({ bindingNumber }: GatewayDevice, channel: number): BitRates {
    return this.known.get(bindingNumber)?.get(channel) ?? USUAL_BIT_RATES;
  }

  /** At its connection, and when it reports another configuration than before. */
  async learn(device: GatewayDevice, configHash?: string): Promise<void> {
    const { bindingNumber } = device;
    if (this.hashes.has(bindingNumber) && this.hashes.get(bindingNumber) === configHash) return;
    this.hashes.set(bindingNumber, configHash);
    const config = await this.readConfig(device).catch(() => undefined);
    // It may have gone meanwhile.
    if (!config || !this.hashes.has(bindingNumber)) return;
    this.known.set(bindingNumber, new Map(config.can.map((entry) => [entry.channel, ratesOf(entry)])));
  }

  forget({ bindingNumber }: GatewayDevice): void {
    this.hashes.delete(bindingNumber);
    this.known.delete(bindingNumber);
  }
}

function ratesOf({ baud_rate, data_baud_rate }: DeviceConfig["can"][number]): BitRates {
  return { nominalBps: baud_rate, ...(data_baud_rate && { dataBps: data_baud_rate }) };
}
