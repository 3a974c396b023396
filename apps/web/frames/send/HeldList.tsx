import "./send-texts.ts";
import type { Thing } from "@canopy/contract/devices/thing";
import { createContext, type ReactNode, use, useState } from "react";
import { type Translate, useText } from "../../platform/i18n.ts";
import { createStore, type Store, useStore } from "../../platform/kept.ts";
import { addNote } from "../../ui/float/notes.ts";
import { LeaveGuard } from "../../ui/form/LeaveGuard.tsx";
import { begunWith, EMPTY_LIST, isUnsaved, type ListDraft, type ListWork } from "./list-work.ts";

/** The same device: its tabs all have its list. */
const PLACE = ["id"];

const HeldListContext = createContext<Store<ListWork> | null>(null);

/** The list of the device of this page, whatever tab it was begun in. */
export function useHeldList(): Store<ListWork> {
  const held = use(HeldListContext);
  if (!held) throw new Error("frames are sent on pages with a HeldList only");
  return held;
}

/** DEV-06: holds the list that is made for a device while its tabs come and go; leaving the device asks about an unsaved one. */
export function HeldList({ device, children }: { device: Thing; children: ReactNode }) {
  const t = useText();
  const [held] = useState(() => createStore(begunWith(EMPTY_LIST)));
  const work = useStore(held);
  return (
    <HeldListContext value={held}>
      {children}
      <LeaveGuard
        isUnkept={isUnsaved(work)}
        place={PLACE}
        texts={{ title: t("frames.list.unsavedTitle"), text: t("frames.list.unsavedText", { device: device.name }) }}
      />
    </HeldListContext>
  );
}

/** Another list takes the place of the held one; where that was not saved, a note can take it back. */
export function replaceList(held: Store<ListWork>, draft: ListDraft, t: Translate): void {
  const before = held.get();
  held.set(begunWith(draft));
  if (isUnsaved(before)) addNote({ tone: "done", text: t("frames.list.replaced"), undo: () => held.set(before) });
}
