import { type ReactNode, useLayoutEffect, useState } from "react";
import { createPortal } from "react-dom";
import styles from "./toolbar.module.css";

const EDGE_ID = "bottom-edge";

/** In the shell at every width, so that it is there before any page asks for it; without actions it takes no room. */
export function BottomEdgePlace() {
  return <div id={EDGE_ID} className={styles.edge} />;
}

interface BottomEdgeProps {
  children: readonly { readonly key: string; readonly content: ReactNode }[];
}

/** On a phone: actions that stay at the bottom edge of the window while the page scrolls. */
export function BottomEdge({ children }: BottomEdgeProps) {
  const [edge, setEdge] = useState<HTMLElement | null>(null);
  // An effect, so that a kept page that is hidden takes its actions away.
  useLayoutEffect(() => {
    setEdge(document.getElementById(EDGE_ID));
    return () => setEdge(null);
  }, []);
  const actions = children.map(({ key, content }) => (
    <div key={key} className={styles.edgeItem}>
      {content}
    </div>
  ));
  return edge ? createPortal(actions, edge) : null;
}
