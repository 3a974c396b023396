import { useNow } from "../../platform/clock.ts";
import { useText } from "../../platform/i18n.ts";
import type { LiveState } from "../../platform/live.ts";
import styles from "./marks.module.css";
import { StatusDot } from "./StatusDot.tsx";

/** The live channel beside the bell, on every page: live, reconnecting with its seconds, offline, or still connecting. */
export function LiveDot({ state }: { state: LiveState }) {
  return state.kind === "reconnecting" ? <Reconnecting retryAt={state.retryAt} /> : <Settled kind={state.kind} />;
}

const WORD = { live: "ui.live.live", offline: "ui.live.offline", idle: "ui.live.connecting" } as const;

function Settled({ kind }: { kind: keyof typeof WORD }) {
  const t = useText();
  const word = t(WORD[kind]);
  return (
    <span className={styles.live} role="status" aria-label={t("ui.live.label", { state: word })}>
      <StatusDot on={kind === "idle" ? "waiting" : kind === "live"} />
      {/* The word it will be in a moment: the header must not move for it. */}
      {kind === "idle" ? t("ui.live.live") : word}
    </span>
  );
}

function Reconnecting({ retryAt }: { retryAt: number }) {
  const t = useText();
  const nowMs = useNow(1000);
  const seconds = Math.max(0, Math.ceil((retryAt - nowMs) / 1000));
  // Not a status: a screen reader need not hear every second.
  return (
    <span className={styles.live}>
      <StatusDot on="waiting" />
      {seconds > 0 ? t("ui.live.reconnecting", { seconds }) : t("ui.live.reconnectingNow")}
    </span>
  );
}
