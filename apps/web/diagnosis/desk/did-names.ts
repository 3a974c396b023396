import { type TextKey, translate } from "../../platform/i18n.ts";
import "./desk-texts.ts";

/** ISO 14229-1, annex C.1: identifiers with a meaning of their own. */
export const STANDARD_DIDS: readonly { readonly id: number; readonly text: TextKey }[] = [
  { id: 0xf180, text: "diagnosis.did.F180" },
  { id: 0xf186, text: "diagnosis.did.F186" },
  { id: 0xf187, text: "diagnosis.did.F187" },
  { id: 0xf188, text: "diagnosis.did.F188" },
  { id: 0xf189, text: "diagnosis.did.F189" },
  { id: 0xf18a, text: "diagnosis.did.F18A" },
  { id: 0xf18b, text: "diagnosis.did.F18B" },
  { id: 0xf18c, text: "diagnosis.did.F18C" },
  { id: 0xf190, text: "diagnosis.did.F190" },
  { id: 0xf191, text: "diagnosis.did.F191" },
  { id: 0xf193, text: "diagnosis.did.F193" },
  { id: 0xf195, text: "diagnosis.did.F195" },
  { id: 0xf198, text: "diagnosis.did.F198" },
];

export function didName(id: number): string | undefined {
  const known = STANDARD_DIDS.find((one) => one.id === id);
  return known && translate(known.text);
}
