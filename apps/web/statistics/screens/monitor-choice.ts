import type { SignalBinding } from "@canopy/contract/signals/bindings";
import type { SignalReference } from "@canopy/contract/signals/signal-reference";
import type { Strategy } from "@canopy/contract/signals/strategies";
import { addressOfSignals, signalsOfAddress } from "../../signals/layouts/signals-address.ts";

/** Pages, E4: more curves could not be read from afar. */
export const MOST_CURVES = 4;

/** A signal of a device of the fleet. */
export interface ScreenSignal {
  readonly thingsId: string;
  readonly signal: SignalReference;
}

const DEVICE = /^([0-9a-f-]{36})~(.+)$/s;

/** As the address has them; parts that are none are skipped. */
export function readChoice(text: string | undefined): ScreenSignal[] {
  const parts = (text ?? "").split("|").flatMap((part) => {
    const found = DEVICE.exec(part);
    const [signal] = signalsOfAddress(found?.[2], 1);
    return found?.[1] && signal ? [{ thingsId: found[1], signal }] : [];
  });
  return parts.slice(0, MOST_CURVES);
}

/** Undefined: nothing was chosen. */
export const writeChoice = (chosen: readonly ScreenSignal[]): string | undefined =>
  chosen.length === 0
    ? undefined
    : chosen.map(({ thingsId, signal }) => `${thingsId}~${addressOfSignals([signal])}`).join("|");

/** The first bound signals of these devices, in their order; a device that has several fills the scene. */
export function boundSignals(
  devices: readonly { readonly thingsId: string; readonly bindings: readonly SignalBinding[] | undefined }[],
  strategies: readonly Strategy[],
): ScreenSignal[] {
  const byId = new Map(strategies.map((one) => [one.strategy_id, one]));
  return devices
    .flatMap(({ thingsId, bindings = [] }) =>
      bindings
        .filter(({ state }) => state === "enabled")
        .flatMap(({ channel, dbc_id, strategy_id }) =>
          (byId.get(strategy_id)?.signals ?? []).map((one) => ({ thingsId, signal: { ...one, channel, dbc_id } })),
        ),
    )
    .slice(0, MOST_CURVES);
}
