import { Languages, Maximize, Pause, Play, SkipBack, SkipForward } from "lucide-react";
import type { ReactNode } from "react";
import { useNow } from "../../platform/clock.ts";
import { changeLanguage, type TextKey, useLanguage, useText } from "../../platform/i18n.ts";
import { formatTime, viewerZone } from "../../platform/time-formats.ts";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import { Sign } from "../../ui/marks/Sign.tsx";
import styles from "./screen.module.css";
import { type Scenes, toggleFull } from "./use-scenes.ts";
import { useLostSince, useWall } from "./use-wall.ts";
import "./screen-texts.ts";

type SceneName = "map" | "online" | "loads" | "curves" | "growth" | "capacity" | "spread" | "desk";
export const sceneKey = (scene: SceneName): TextKey => `statistics.scene.${scene}`;

interface ScreenFrameProps<S extends SceneName> {
  title: string;
  figures: ReactNode;
  scenes: Scenes<S>;
  /** What could not be loaded, said beside the last data. */
  trouble?: string | undefined;
  ticker?: ReactNode;
  /** Buttons of this screen alone, before those of both. */
  tools?: ReactNode;
  children: ReactNode;
}

/** STA-02, STA-03: one picture for people across the room; a unit of the window's size scales all of it. */
export function ScreenFrame<S extends SceneName>(props: ScreenFrameProps<S>) {
  const t = useText();
  const { scenes, trouble } = props;
  const lostMs = useLostSince();
  useWall();
  return (
    <main className={styles.screen} data-lost={lostMs !== undefined}>
      <header className={styles.head}>
        <Sign />
        <h1>{props.title}</h1>
        <SceneDots scenes={scenes} />
        <LiveText lostMs={lostMs} trouble={trouble} />
        <Clock />
      </header>
      <section className={styles.figures} aria-label={t("statistics.screen.figures")}>
        {props.figures}
      </section>
      <section className={styles.scene} data-scene={scenes.scene} aria-label={t(sceneKey(scenes.scene))}>
        {props.children}
      </section>
      <footer className={styles.foot}>
        <span>
          {scenes.isHeld
            ? t("statistics.screen.held")
            : t("statistics.screen.next", { scene: t(sceneKey(scenes.next)), seconds: scenes.secondsLeft })}
        </span>
        <span className={styles.ticker}>{props.ticker}</span>
        <span className={styles.tools}>
          {props.tools}
          <Tools scenes={scenes} />
        </span>
      </footer>
    </main>
  );
}

function SceneDots({ scenes }: { scenes: Scenes<SceneName> | Scenes<never> }) {
  return (
    <span className={styles.dots} aria-hidden="true">
      {scenes.all.map((scene) => (
        <i key={scene} data-on={scene === scenes.scene} />
      ))}
    </span>
  );
}

/** Language and full screen: of every screen. */
export function CommonTools() {
  const t = useText();
  const language = useLanguage();
  return (
    <>
      <IconButton
        icon={Languages}
        label={t("statistics.screen.language")}
        onClick={() => changeLanguage(language === "zh" ? "en" : "zh")}
      />
      <IconButton icon={Maximize} label={t("statistics.screen.full")} onClick={toggleFull} />
    </>
  );
}

function Tools({ scenes }: { scenes: Pick<Scenes<string>, "isHeld" | "step" | "toggleHold"> }) {
  const t = useText();
  return (
    <>
      <IconButton icon={SkipBack} label={t("statistics.screen.previous")} onClick={() => scenes.step(-1)} />
      <IconButton
        icon={scenes.isHeld ? Play : Pause}
        label={t(scenes.isHeld ? "statistics.screen.goOn" : "statistics.screen.hold")}
        onClick={scenes.toggleHold}
      />
      <IconButton icon={SkipForward} label={t("statistics.screen.following")} onClick={() => scenes.step(1)} />
      <CommonTools />
    </>
  );
}

function Clock() {
  const nowMs = useNow(1000);
  return <time className={styles.clock}>{formatTime(nowMs, viewerZone(), "minute").slice(11)}</time>;
}

export function LiveText({ lostMs, trouble }: { lostMs: number | undefined; trouble: string | undefined }) {
  const t = useText();
  if (lostMs !== undefined)
    return (
      <span className={styles.lost} role="status">
        {t("statistics.screen.lost", { time: formatTime(lostMs, viewerZone(), "second").slice(11) })}
      </span>
    );
  if (trouble !== undefined)
    return (
      <span className={styles.lost} role="status">
        {t("statistics.screen.failed", { trouble })}
      </span>
    );
  return <span className={styles.live}>{t("statistics.screen.live")}</span>;
}

interface FigureProps {
  name: string;
  figure: string;
  unit?: string | undefined;
  note?: ReactNode;
  /** Needs a person. */
  isUrgent?: boolean;
  children: ReactNode;
}

/** A figure of 96 px on a canvas of 1920, with what it is measured by. */
export function ScreenFigure({ name, figure, unit, note, isUrgent, children }: FigureProps) {
  return (
    <div className={styles.figure} data-figure={figure} data-urgent={isUrgent}>
      <span className={styles.figureName}>{name}</span>
      <span className={styles.figureValue}>
        <strong>{children}</strong>
        {unit && <span>{unit}</span>}
      </span>
      <span className={styles.figureNote}>{note}</span>
    </div>
  );
}
