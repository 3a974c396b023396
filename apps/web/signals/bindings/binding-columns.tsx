import { channelName } from "@canopy/contract/device-link/channels";
import type { SignalBinding } from "@canopy/contract/signals/bindings";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import layout from "../../ui/layout.module.css";
import type { Column } from "../../ui/list/columns.ts";
import { Chip } from "../../ui/marks/Chip.tsx";
import { ProgressBar } from "../../ui/marks/ProgressBar.tsx";
import { isRunning } from "../strategies/strategy-queries.ts";
import styles from "./bindings.module.css";
import "../strategies/strategy-texts.ts";

export function useBindingColumns(onCancel: (jobId: string) => void): readonly Column<SignalBinding>[] {
  const t = useText();
  return [
    {
      key: "channel",
      title: t("signals.bindings.channel"),
      always: true,
      cell: ({ channel }) => channelName(channel),
    },
    {
      key: "strategy",
      title: t("signals.bindings.strategy"),
      always: true,
      card: "title",
      cell: ({ strategy_name, nickname }) => (
        <>
          <span className="mono">{strategy_name}</span>
          {nickname && <bdi className={layout.note}> {nickname}</bdi>}
        </>
      ),
    },
    {
      key: "signals",
      title: t("signals.strategies.signals"),
      align: "end",
      cell: ({ signal_count }) => signal_count,
    },
    {
      key: "revision",
      title: t("signals.bindings.revision"),
      cell: ({ dbc_name, revision, newest_revision }) => (
        <>
          <bdi>{dbc_name}</bdi> {revision === newest_revision ? revision : `${revision} / ${newest_revision}`}
        </>
      ),
    },
    {
      key: "state",
      title: t("signals.bindings.state"),
      card: "aside",
      cell: ({ state }) => (
        <Chip tone={state === "enabled" ? "green" : "neutral"} dot={state === "enabled"}>
          {t(state === "enabled" ? "signals.bindings.enabled" : "signals.bindings.paused")}
        </Chip>
      ),
    },
    {
      key: "days",
      title: t("signals.bindings.days"),
      cell: ({ days, days_done, backfill }) =>
        backfill && isRunning(backfill) ? (
          <span className={styles.progress}>
            <ProgressBar label={t("signals.bindings.backfilling")} share={backfill.progress} />
            <Button kind="link" onClick={() => onCancel(backfill.job_id)}>
              {t("signals.bindings.cancel")}
            </Button>
          </span>
        ) : (
          t("signals.bindings.daysOf", { done: days_done, days })
        ),
    },
  ];
}
