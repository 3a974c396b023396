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
  const { draft, frames, close } = sending;
  // A list begins anew; a single frame goes into the form beside the list that is being made.
  const key = frames.length > 0 ? draft.key : "pane";
  return <SendPane key={key} device={device} draft={draft} frames={frames} onClose={close} floating={floating} />;
}
