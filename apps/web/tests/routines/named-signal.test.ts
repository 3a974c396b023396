import { expect, it } from "vitest";
import { repeatedName } from "./named-signal.ts";

it("two signals of one name are told, bare names of messages that are not read yet are not [TST-01]", () => {
  const known = (name: string) => ({ name, isKnown: true });
  expect(repeatedName([known("Brake.Pedal"), known("Lamps.Stop"), known("Brake.Pedal")])).toBe("Brake.Pedal");
  expect(repeatedName([known("Brake.Pedal"), known("Lamps.Stop")])).toBeUndefined();
  const bare = { name: "Status", isKnown: false };
  expect(repeatedName([bare, bare, known("Lamps.Stop")])).toBeUndefined();
});
