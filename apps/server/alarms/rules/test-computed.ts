/** For tests: a computed signal over two channels. */
import type { ComputedContent } from "@canopy/contract/signals/computed";

export const POWER_DBC = `VERSION ""

BU_: E

BO_ 256 Motor: 1 E
 SG_ Voltage : 0|8@1+ (1,0) [0|0] "V" E

BO_ 257 Pack: 1 E
 SG_ Current : 0|8@1+ (1,0) [0|0] "A" E
`;

/** Volts in 0x100 of CAN1, amperes in 0x101 of CAN2. */
export function powerContent(dbc_id: string): ComputedContent {
  const input = (name: string, message_id: number, channel: number) => ({
    name,
    signal: { channel, dbc_id, message_id, is_extended: false, signal: name },
  });
  return {
    name: "Power",
    unit: "W",
    remark: "",
    formula: "Voltage * Current",
    inputs: [input("Voltage", 256, 0), input("Current", 257, 1)],
  };
}
