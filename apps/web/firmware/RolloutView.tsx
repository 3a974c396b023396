import { actOnRollout, type Rollout, type RolloutAction, type RolloutDevice } from "@canopy/contract/firmware/rollouts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Pause, Play, RotateCcw, Square } from "lucide-react";
import { type ReactNode, useState } from "react";
import { callDenied } from "../accounts/permissions.ts";
import { api } from "../platform/api.ts";
import { troubleOf } from "../platform/error-texts.ts";
import { useText } from "../platform/i18n.ts";
import { Button } from "../ui/Button.tsx";
import { Confirm } from "../ui/form/Confirm.tsx";
import { FormAlert } from "../ui/form/FormAlert.tsx";
import type { ListProps } from "../ui/list/list-parts.ts";
import { Banner } from "../ui/marks/Banner.tsx";
import { FailedState } from "../ui/marks/FailedState.tsx";
import { Skeleton } from "../ui/marks/Skeleton.tsx";
import { PageHeader } from "../ui/PageHeader.tsx";
import { TimeText } from "../ui/time/TimeText.tsx";
import styles from "./firmware.module.css";
import { FIRMWARE_KEY, rolloutQuery } from "./firmware-queries.ts";
import { RolloutDevices } from "./RolloutDevices.tsx";
import { StateChip } from "./RolloutsPane.tsx";
import { Stages } from "./Stages.tsx";
import { Story } from "./Story.tsx";
import { WaveStrip } from "./WaveStrip.tsx";
import "./texts.ts";

interface RolloutViewProps extends ListProps {
  readonly id: string;
  onBack(): void;
  onDevice(device: RolloutDevice): void;
  /** What a payload adds: words for its devices, buttons. */
  stateOf(rollout: Rollout, device: RolloutDevice): string | undefined;
  moreActions(rollout: Rollout): ReactNode;
}

/** DEV-08: waves, devices and what happened, as they are now. */
export function RolloutView({ id, onBack, onDevice, stateOf, moreActions, ...list }: RolloutViewProps) {
  const t = useText();
  const query = useQuery(rolloutQuery(id));
  if (query.error)
    return (
      <>
        <PageHeader title={t("firmware.rollout.title")} onBack={onBack} />
        <FailedState
          title={t("firmware.view.failed")}
          trouble={troubleOf(query.error)}
          onRetry={() => void query.refetch()}
        />
      </>
    );
  if (!query.data) return <Skeleton rows={8} columns={4} />;
  const rollout = query.data;
  return (
    <>
      <Head rollout={rollout} onBack={onBack} more={moreActions(rollout)} />
      <div className={styles.view}>
        {rollout.halt && <Halt halt={rollout.halt} />}
        <WaveStrip rollout={rollout} />
        <div className={styles.columns}>
          <RolloutDevices rollout={rollout} onDevice={onDevice} stateOf={stateOf} {...list} />
          <div className={styles.side}>
            <Stages rollout={rollout} />
            <Story id={id} />
          </div>
        </div>
      </div>
    </>
  );
}

const HALTS = {
  failures: "firmware.view.haltFailures",
  success: "firmware.view.haltSuccess",
  boot: "firmware.view.haltBoot",
} as const;

function Halt({ halt }: { halt: NonNullable<Rollout["halt"]> }) {
  const t = useText();
  const { reason, wave, failed, devices } = halt;
  const key = HALTS[reason];
  return (
    <Banner level="urgent" alert>
      {t(key, { wave: wave + 1, failed, devices })}
    </Banner>
  );
}

function Head({ rollout, onBack, more }: { rollout: Rollout; onBack(): void; more: ReactNode }) {
  const t = useText();
  const { version, scope_name: scope, state, wave, waves, counts, user_name: name, begin_time, create_time } = rollout;
  return (
    <PageHeader
      title={
        <>
          {rollout.ecu && <bdi>{rollout.ecu.ecu_name} </bdi>}
          <span className="mono">{version}</span> → <bdi>{scope}</bdi>
        </>
      }
      onBack={onBack}
      chips={<StateChip state={state} halted={rollout.halt !== null} />}
      facts={
        <span>
          {t("firmware.view.facts", { wave: wave + 1, waves: waves.length, count: counts.total })} ·{" "}
          <TimeText at={begin_time ?? create_time} /> · {t("firmware.view.by", { name })}
          {rollout.approved_by && ` · ${t("firmware.view.approved", { name: rollout.approved_by })}`}
          {rollout.ecu && ` · ${[rollout.ecu.package_name, rollout.ecu.flow_name].filter(Boolean).join(" · ")}`}
        </span>
      }
      actions={
        <>
          {more}
          <Actions rollout={rollout} />
        </>
      }
    />
  );
}

function Actions({ rollout }: { rollout: Rollout }) {
  const t = useText();
  const client = useQueryClient();
  const [isStopping, setStopping] = useState(false);
  const act = useMutation({
    mutationFn: (action: RolloutAction) => api(actOnRollout, { params: { rollout_id: rollout.id }, body: { action } }),
    onSuccess: () => setStopping(false),
    onSettled: () => client.invalidateQueries({ queryKey: FIRMWARE_KEY }),
  });
  const { state, counts } = rollout;
  const denied = callDenied(actOnRollout);
  const button = { denied, busy: act.isPending } as const;
  return (
    <>
      <FormAlert text={act.error && !isStopping ? troubleOf(act.error).text : undefined} />
      {counts.failed > 0 && state !== "scheduled" && state !== "asked" && (
        <Button icon={RotateCcw} {...button} onClick={() => act.mutate("retry")}>
          {t("firmware.view.retry", { count: counts.failed })}
        </Button>
      )}
      {state === "running" && (
        <Button icon={Pause} {...button} onClick={() => act.mutate("pause")}>
          {t("firmware.view.pause")}
        </Button>
      )}
      {state === "paused" && (
        <Button icon={Play} kind="main" {...button} onClick={() => act.mutate("resume")}>
          {t("firmware.view.resume")}
        </Button>
      )}
      {state !== "done" && state !== "stopped" && (
        <Button icon={Square} kind="danger" denied={denied} onClick={() => setStopping(true)}>
          {t("firmware.view.stop")}
        </Button>
      )}
      <Confirm
        open={isStopping}
        title={t("firmware.view.stopTitle")}
        action={t("firmware.view.stopAction")}
        busy={act.isPending}
        error={act.error ? troubleOf(act.error).text : undefined}
        onConfirm={() => act.mutate("stop")}
        onClose={() => setStopping(false)}
      >
        {t("firmware.view.stopNote", { count: counts.waiting, running: counts.running })}
      </Confirm>
    </>
  );
}
