import { useNow } from "../../platform/clock.ts";
import { useText } from "../../platform/i18n.ts";
import type { LiveState } from "../../platform/live.ts";
import styles from "./marks.module.css";
import { StatusDot } from "./StatusDot.tsx";

/** The live channel beside the bell: live, reconnecting with its seconds, offline; nothing where nothing is live. */
export function LiveDot({ state }: { state: LiveState }) {
  if (state.kind === "idle") return null;
  return state.kind === "reconnecting" ? (
    <Reconnecting retryAt={state.retryAt} />
  ) : (
    <Settled on={state.kind === "live"} />
  );
}

function Settled({ on }: { on: boolean }) {
  const t = useText();
  const word = t(on ? "ui.live.live" : "ui.live.offline");
  return (
    <span className={styles.live} role="status" aria-label={t("ui.live.label", { state: word })}>
      <StatusDot on={on} />
      {word}
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
