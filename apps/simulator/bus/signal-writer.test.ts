import { encodeMessage } from "@canopy/can/dbc/decode/encode";
import fc from "fast-check";
import { expect, it } from "vitest";
import { vehicleDbc } from "../vehicles/load-vehicle.ts";
import { SignalWriter } from "./signal-writer.ts";

const messages = ["ev.dbc", "truck.dbc", "fd-car.dbc"]
  .flatMap((file) => vehicleDbc(file).messages)
  .filter(({ signals }) => signals.every(({ multiplexed }) => multiplexed === null));

it("writes every message of the vehicles as the encoder does, whatever its values", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...messages),
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 64, maxLength: 64 }),
      (message, shares) => {
        const values = message.signals.map(
          ({ minimum, maximum }, i) => minimum + (maximum - minimum) * (shares[i % 64] ?? 0),
        );
        const named = Object.fromEntries(message.signals.map(({ name }, i) => [name, values[i] ?? 0]));
        const expected = encodeMessage(message, named);
        expect(expected.ok && expected.value).toEqual(new SignalWriter(message).payload(values));
      },
    ),
    { numRuns: 2000 },
  );
});
