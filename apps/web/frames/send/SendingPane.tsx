import type { Thing } from "@canopy/contract/devices/thing";
import { useNarrowerThan } from "../use-narrower-than.ts";
import { SendPane } from "./SendPane.tsx";
import type { SendDraft } from "./use-send-draft.ts";

/** Wide enough for the pane beside the table. */
const BESIDE_FROM = 1180;

/** The pane beside a frame table, or over it where there is no room. */
export function SendingPane({ device, sending, isOpen }: { device: Thing; sending: SendDraft; isOpen: boolean }) {
  const floating = useNarrowerThan(BESIDE_FROM);
  if (!isOpen) return null;
  return <SendPane device={device} handed={sending.handed} onClose={sending.close} floating={floating} />;
}
