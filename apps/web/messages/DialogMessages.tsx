import type { UserMessage } from "@canopy/contract/messages/messages";
import { useEffect, useRef, useState } from "react";
import { useText } from "../platform/i18n.ts";
import { MessageDialog } from "./MessageDialog.tsx";

interface DialogMessagesProps {
  /** Messages with reminderMode 2, newest first. */
  unread: readonly UserMessage[];
  /** True while another message is open. */
  isHeld: boolean;
  onShown(id: string): void;
}

/** MSG-02: they open by themselves, oldest first, one at a time; showing a message marks it as read. */
export function DialogMessages({ unread, isHeld, onShown }: DialogMessagesProps) {
  const t = useText();
  const taken = useRef(new Set<string>());
  const [queue, setQueue] = useState<readonly UserMessage[]>([]);
  const [at, setAt] = useState(0);
  const current = isHeld ? undefined : queue[at];

  useEffect(() => {
    const fresh = unread.filter(({ id }) => !taken.current.has(id)).reverse();
    if (fresh.length === 0) return;
    for (const { id } of fresh) taken.current.add(id);
    setQueue((known) => [...known, ...fresh]);
  }, [unread]);

  const shown = useRef<string>(undefined);
  useEffect(() => {
    if (!current || shown.current === current.id) return;
    shown.current = current.id;
    onShown(current.id);
  }, [current, onShown]);

  const place = queue.length > 1 ? t("messages.bell.place", { at: at + 1, count: queue.length }) : undefined;
  const next = () => {
    if (at + 1 < queue.length) return setAt(at + 1);
    setQueue([]);
    setAt(0);
  };
  return <MessageDialog message={current} {...(place && { place })} onClose={next} />;
}
