import { formatSignal } from "@canopy/contract/signals/signal-reference";
import type { TestRoutine } from "@canopy/contract/tests/routines";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { deviceQuery } from "../../../devices/device-query.ts";
import { useText } from "../../../platform/i18n.ts";
import { writeView } from "../../../signals/layouts/view-address.ts";
import { ROUTINE_FILTERS, RoutineList } from "../../../tests/routines/RoutineList.tsx";
import { CompareView } from "../../../tests/runs/CompareView.tsx";
import type { RunPlace } from "../../../tests/runs/Evidence.tsx";
import { RUN_FILTERS, RunList } from "../../../tests/runs/RunList.tsx";
import { RunView } from "../../../tests/runs/RunView.tsx";
import { StartDialog } from "../../../tests/runs/StartDialog.tsx";
import { ScriptList } from "../../../tests/scripts/ScriptList.tsx";
import { ScriptView } from "../../../tests/scripts/ScriptView.tsx";
import "../../../tests/texts.ts";
import { Tabs } from "../../../ui/Tabs.tsx";
import { DeviceChoice, useDeviceChoices } from "../../details/DeviceChoice.tsx";
import { DETAILS_PATH } from "../../details/use-details-address.ts";
import { useListState } from "../../use-list-state.ts";
import { usePageSearch } from "../../use-page-search.ts";
import styles from "../signals/dbc-manager.module.css";

const PATH = "/Container/TestManager";
const TABS = ["routines", "runs", "scripts"] as const;

type Started = Pick<TestRoutine, "routine_id" | "name" | "frames" | "uds_steps" | "duration_ms">;

/** TST-01, TST-02: `?tab=routines|runs|scripts`; `run` and `device`: one run; `compare`: another beside it; `id`: a script. */
export function TestManagerPage() {
  const { search } = usePageSearch();
  const navigate = useNavigate();
  const [started, setStarted] = useState<Started>();
  const ways = useRunWays();
  const { run = "", device = "", compare = "" } = search;
  const script = search.tab === "scripts" ? (search.id ?? "") : "";
  const to = (words: Record<string, string>) => void navigate({ to: PATH, search: words });
  const toRuns = () => to({ tab: "runs" });
  return (
    <>
      {run !== "" && compare !== "" && (
        <CompareView thingsId={device} runId={run} other={compare} onBack={() => to({ tab: "runs", device, run })} />
      )}
      {run !== "" && compare === "" && (
        <RunView
          key={run}
          thingsId={device}
          runId={run}
          ways={ways}
          onBack={toRuns}
          onAgain={({ routine_id, routine }) => routine_id !== null && setStarted({ ...routine, routine_id })}
          onRun={(other) => to({ tab: "runs", device, run: other })}
          onCompare={(other) => to({ tab: "runs", device, run, compare: other.run_id })}
        />
      )}
      {run === "" && script !== "" && (
        <Script
          id={script}
          onBack={() => to({ tab: "scripts" })}
          onSaved={({ script_id }) => to({ tab: "scripts", id: script_id })}
        />
      )}
      {run === "" && script === "" && <Lists onRun={setStarted} />}
      {started && (
        <Start
          routine={started}
          device={device}
          onStarted={(thingsId, runId) => {
            setStarted(undefined);
            to({ tab: "runs", device: thingsId, run: runId });
          }}
          onClose={() => setStarted(undefined)}
        />
      )}
    </>
  );
}

function Lists({ onRun }: { onRun(routine: TestRoutine): void }) {
  const t = useText();
  const { search } = usePageSearch();
  const navigate = useNavigate();
  const tab = TABS.find((one) => one === search.tab) ?? "routines";
  const to = (words: Record<string, string>) => void navigate({ to: PATH, search: words });
  return (
    <div className={styles.page}>
      <h1 className="unseen">{t("app.page.tests")}</h1>
      <div className={styles.tabs}>
        <Tabs
          label={t("app.page.tests")}
          tabs={TABS.map((value) => ({ value, label: t(`tests.tab.${value}`) }))}
          value={tab}
          onChange={(next) => to(next === "routines" ? {} : { tab: next })}
        />
      </div>
      <div className={styles.list}>
        {tab === "routines" && (
          <Routines onRun={onRun} onRuns={({ routine_id }) => to({ tab: "runs", routine: routine_id })} />
        )}
        {tab === "runs" && (
          <Runs
            onRoutines={() => to({})}
            onOpen={({ run_id, things_id }) => to({ tab: "runs", device: things_id, run: run_id })}
          />
        )}
        {tab === "scripts" && (
          <Scripts
            onNew={() => to({ tab: "scripts", id: "new" })}
            onOpen={({ script_id }) => to({ tab: "scripts", id: script_id })}
          />
        )}
      </div>
    </div>
  );
}

function Routines(props: Pick<Parameters<typeof RoutineList>[0], "onRun" | "onRuns">) {
  const list = useListState("tests.routines", { filterKeys: ROUTINE_FILTERS });
  const { device, choice } = useChosenDevice("");
  return <RoutineList {...list} {...props} offered={{ device, choice }} />;
}

function Runs(props: Pick<Parameters<typeof RunList>[0], "onOpen" | "onRoutines">) {
  return <RunList {...useListState("tests.runs", { filterKeys: RUN_FILTERS })} {...props} />;
}

function Scripts(props: Pick<Parameters<typeof ScriptList>[0], "onNew" | "onOpen">) {
  return <ScriptList {...useListState("tests.scripts", { filterKeys: ["tab"] })} {...props} />;
}

function Script(props: Pick<Parameters<typeof ScriptView>[0], "id" | "onBack" | "onSaved">) {
  return <ScriptView {...useChosenDevice("")} {...props} />;
}

/** The device of the address, else the first by name, until another one is chosen. */
function useChosenDevice(first: string) {
  const [chosen, setChosen] = useState(first);
  const choices = useDeviceChoices("");
  const id = chosen || choices.data?.list[0]?.id || "";
  const { data: device } = useQuery({ ...deviceQuery(id), enabled: id !== "" });
  return { device, choice: <DeviceChoice name={device?.name} onChoose={setChosen} /> };
}

interface StartProps {
  routine: Started;
  device: string;
  onStarted(thingsId: string, runId: string): void;
  onClose(): void;
}

function Start({ routine, device: first, onStarted, onClose }: StartProps) {
  const { device, choice } = useChosenDevice(first);
  return (
    <StartDialog
      routine={routine}
      device={device}
      deviceChoice={choice}
      onStarted={({ things_id, run_id }) => onStarted(things_id, run_id)}
      onClose={onClose}
    />
  );
}

/** From a report to the device's pages, on its shared time. */
function useRunWays() {
  const navigate = useNavigate();
  const toTab = ({ thingsId, span, atMs }: RunPlace, words: Record<string, string>) =>
    void navigate({
      to: DETAILS_PATH,
      search: { id: thingsId, from: span.fromMs, to: span.toMs, at: atMs, ...words },
    });
  return {
    onCurve: (place: RunPlace) => {
      const panels = place.signals.map(({ reference, name }) => ({
        name,
        items: [{ key: formatSignal(reference), colour: 1 }],
      }));
      const view = writeView({ panels }, { aUs: place.atMs * 1000, bUs: null });
      toTab(place, { tab: "dbc", sub: "curve", panels: view.panels ?? "" });
    },
    onFrames: (place: RunPlace) => toTab(place, { tab: "data", sub: "history" }),
  };
}
