import { FolderOpen, SquareCheckBig, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { type DeviceTabProps, TabTools } from "../devices/details/device-tab.tsx";
import { DbcChoice, namesOf } from "../frames/filter/DbcChoice.tsx";
import { useDataPoints } from "../frames/points/data-point-queries.ts";
import { PointDialog } from "../frames/points/PointDialog.tsx";
import { useFrameDecoders } from "../frames/rows/use-frame-decoders.ts";
import { useText } from "../platform/i18n.ts";
import { useStore } from "../platform/kept.ts";
import { Button } from "../ui/Button.tsx";
import { Segmented } from "../ui/form/Segmented.tsx";
import { join } from "../ui/join.ts";
import { Banner } from "../ui/marks/Banner.tsx";
import { EmptyState } from "../ui/marks/EmptyState.tsx";
import { ProgressBar } from "../ui/marks/ProgressBar.tsx";
import { Toolbar, type ToolbarItem } from "../ui/toolbar/Toolbar.tsx";
import { useDroppedFile } from "../ui/use-dropped-file.ts";
import { broughtLog, LOG_ENDINGS } from "./brought-log.ts";
import { LocalCurves } from "./LocalCurves.tsx";
import { LocalFrames } from "./LocalFrames.tsx";
import { LogTroubles } from "./LogTroubles.tsx";
import styles from "./transfers.module.css";
import { useLocalLog } from "./use-local-log.ts";
import "./texts.ts";

/** A log of one's own machine, looked at in the same table and the same curves as the history; nothing is uploaded. */
export function LocalLogTab({ device, search, onSearch }: DeviceTabProps) {
  const t = useText();
  const picker = useRef<HTMLInputElement>(null);
  const { state, open, close } = useLocalLog();
  const decoders = useFrameDecoders(device.id);
  const { points, choose } = useDataPoints(device.id);
  const [isChoosing, setChoosing] = useState(false);
  const isCurves = state.kind === "open" && search.show === "curves";
  const pick = () => picker.current?.click();
  const isOver = useDroppedFile(open);
  const brought = useStore(broughtLog);
  useEffect(() => {
    if (!brought) return;
    broughtLog.set(null);
    open(brought);
  }, [brought, open]);
  const views = state.kind === "open" && (
    <Segmented
      label={t("transfers.local.view")}
      options={[
        { value: "frames", label: t("transfers.local.frames") },
        { value: "curves", label: t("transfers.local.curves") },
      ]}
      value={isCurves ? "curves" : "frames"}
      onChange={(view) => onSearch({ show: view === "curves" ? view : undefined })}
    />
  );
  const pointsButton = !isCurves && (
    <Button icon={SquareCheckBig} onClick={() => setChoosing(true)}>
      {t("frames.points.button", { count: points.length })}
    </Button>
  );
  const chooseButton = (
    <Button icon={FolderOpen} onClick={pick}>
      {t("transfers.local.choose")}
    </Button>
  );
  const closeButton = state.kind !== "none" && (
    <Button icon={X} onClick={close}>
      {t("transfers.local.close")}
    </Button>
  );
  const dbc = !isCurves && <DbcChoice thingsId={device.id} decoders={decoders} />;
  const tools: ToolbarItem[] = [
    { key: "view", content: views },
    { key: "dbc", content: dbc, sign: namesOf(decoders), priority: 4 },
    { key: "points", content: pointsButton, priority: 5 },
    { key: "choose", content: chooseButton, priority: 1 },
    { key: "close", content: closeButton, priority: 3 },
  ];
  return (
    <div className={join(styles.local, isOver && styles.dropping)}>
      <input
        ref={picker}
        type="file"
        className="unseen"
        tabIndex={-1}
        aria-label={t("transfers.local.choose")}
        accept={LOG_ENDINGS.join()}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) open(file);
          event.target.value = "";
        }}
      />
      {!isCurves && (
        <TabTools>
          <Toolbar label={t("transfers.local.tools")} items={tools} />
        </TabTools>
      )}
      {state.kind === "none" && (
        <EmptyState
          icon={FolderOpen}
          title={t("transfers.local.empty")}
          text={t("transfers.local.emptyHint")}
          actions={
            <Button kind="main" icon={FolderOpen} onClick={pick}>
              {t("transfers.local.choose")}
            </Button>
          }
        />
      )}
      {state.kind === "reading" && (
        <div className={styles.form}>
          <p className={styles.estimate} aria-live="polite">
            {t("transfers.local.reading", { file: state.name })}
          </p>
          <ProgressBar label={t("transfers.local.reading", { file: state.name })} share={state.share} />
        </div>
      )}
      {(state.kind === "notALog" || state.kind === "failed") && (
        <Banner level="urgent" alert title={t(`transfers.local.${state.kind}`, { file: state.name })} />
      )}
      {state.kind === "open" && (
        <>
          <LogTroubles facts={state.facts} />
          {isCurves ? (
            <LocalCurves
              key={`${state.log.id} ${device.id}`}
              name={state.name}
              facts={state.facts}
              log={state.log}
              device={device}
              search={search}
              onSearch={onSearch}
              tools={tools}
            />
          ) : (
            <LocalFrames
              key={state.log.id}
              name={state.name}
              facts={state.facts}
              log={state.log}
              decoders={decoders}
              points={points}
            />
          )}
        </>
      )}
      <PointDialog
        open={isChoosing}
        onClose={() => setChoosing(false)}
        decoders={decoders}
        points={points}
        onChoose={choose}
      />
    </div>
  );
}
