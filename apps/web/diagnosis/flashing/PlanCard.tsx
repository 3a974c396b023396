import { channelName } from "@canopy/contract/device-link/channels";
import { type FlashRunRow, GATES_FRESH_MS, type RunAction } from "@canopy/contract/diagnosis/flashing/runs";
import { useNow } from "../../platform/clock.ts";
import { formatBytes, UNKNOWN } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import "./flash-texts.ts";
import styles from "./flashing.module.css";

interface PlanCardProps {
  run: FlashRunRow;
  denied: string | undefined;
  busy: boolean;
  onAct(action: RunAction): void;
  onProof(kind: "start" | "approve"): void;
}

export function PlanCard({ run, denied, busy, onAct, onProof }: PlanCardProps) {
  const t = useText();
  const rows = [
    [
      "package",
      `${run.package_name} · ${formatBytes(run.size)} · ${t("diagnosis.flash.segments", { n: run.segments })}`,
    ],
    [
      "flow",
      `${run.flow_name || t("diagnosis.flash.standard")} · ${t("diagnosis.flash.steps", { n: run.flow.length })}`,
    ],
    ["channel", channelName(run.channel)],
    ["vin", run.vin],
    ["askedBy", run.asked_by],
    ["approvedBy", run.two_persons ? (run.approved_by ?? t("diagnosis.flash.notYet")) : t("diagnosis.flash.onePerson")],
  ] as const;
  return (
    <Card title={`${run.ecu_name} ${run.software_from || UNKNOWN} → ${run.software_to}`}>
      <dl className={styles.plan}>
        {rows.map(([key, value]) => (
          <div key={key}>
            <dt>{t(`diagnosis.flash.plan.${key}`)}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {run.state !== "running" && run.state !== "ended" && (
        <Actions run={run} denied={denied} busy={busy} onAct={onAct} onProof={onProof} />
      )}
    </Card>
  );
}

function Actions({ run, denied, busy, onAct, onProof }: PlanCardProps) {
  const t = useText();
  const now = useNow(1000);
  const { gates, gates_time, state, two_persons } = run;
  const isMet = gates?.every(({ reason }) => reason === null) ?? false;
  const isFresh = gates_time !== null && now - gates_time <= GATES_FRESH_MS;
  const unmet = !isMet ? t("diagnosis.flash.offUnmet") : isFresh ? undefined : t("diagnosis.flash.offStale");
  const needsAsk = two_persons && state === "draft";
  const waits = two_persons && state === "asked";
  return (
    <div className={styles.actions}>
      <Button denied={denied} onClick={() => onAct("cancel")}>
        {t("diagnosis.flash.drop")}
      </Button>
      <Button busy={busy} denied={denied} onClick={() => onAct("check")}>
        {t("diagnosis.flash.check")}
      </Button>
      {needsAsk && (
        <Button kind="main" denied={denied ?? unmet} onClick={() => onAct("ask")}>
          {t("diagnosis.flash.ask")}
        </Button>
      )}
      {waits && (
        <Button
          kind="main"
          denied={denied ?? (run.asked_by_me ? t("diagnosis.flash.offOwn") : undefined)}
          onClick={() => onProof("approve")}
        >
          {t("diagnosis.flash.approve")}
        </Button>
      )}
      {!needsAsk && !waits && (
        <Button kind="danger" denied={denied ?? unmet} onClick={() => onProof("start")}>
          {t("diagnosis.flash.start")}
        </Button>
      )}
    </div>
  );
}
