import { createContext, type MouseEvent, type ReactNode, use } from "react";
import styles from "../marks/marks.module.css";

/** How the pages lead to a moment of a device. */
export interface MomentWay {
  href(thingsId: string, atMs: number): string;
  go(thingsId: string, atMs: number): void;
}

const WayContext = createContext<MomentWay | null>(null);
const DeviceContext = createContext<string | null>(null);

/** From the shell of all pages. */
export const MomentWayProvider = WayContext;
/** Around what belongs to one device: its times lead to their moment. */
export const MomentsOf = DeviceContext;

/** Inside a button, where a link has no place. */
export function PlainTimes({ children }: { children: ReactNode }) {
  return <WayContext value={null}>{children}</WayContext>;
}

interface MomentProps {
  /** The device; absent: that of the page, null: none. */
  of: string | null | undefined;
  /** Epoch milliseconds; what is still to come leads nowhere. */
  at: number;
  children: ReactNode;
}

/** A printed time as the link to that moment of its device. */
export function Moment({ of, at, children }: MomentProps) {
  const way = use(WayContext);
  const ofPage = use(DeviceContext);
  const thingsId = of === undefined ? ofPage : of;
  if (way === null || thingsId === null || at > Date.now()) return children;
  const onClick = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    way.go(thingsId, at);
  };
  return (
    <a className={styles.moment} data-hit href={way.href(thingsId, at)} onClick={onClick}>
      {children}
    </a>
  );
}
