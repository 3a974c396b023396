import type { ReactNode } from "react";

/** Where a figure leads; the app knows the addresses. */
export type HealthTarget = "outbox" | "providers";

export type HealthLink = (to: HealthTarget, content: ReactNode, className?: string) => ReactNode;
