import type { BusErrors } from "@canopy/can/bus/error-frame";
import { useText } from "../../platform/i18n.ts";
import type { BusHealth } from "./bus-health-query.ts";
import "./bus-health-texts.ts";
import { HealthTile } from "./HealthTile.tsx";

interface ErrorCountersProps {
  /** As the terminal says now. */
  live: BusErrors | undefined;
  /** As its error frames said in the range. */
  controller: BusHealth["controller"];
  clock(ms: number): string;
}

const LEVELS = { active: undefined, warning: "ordinary", passive: "urgent", bus_off: "urgent" } as const;

/** What the terminal's CAN controller counts, and the state that follows (ISO 11898-1). */
export function ErrorCounters({ live, controller, clock }: ErrorCountersProps) {
  const t = useText();
  const shown = live ?? controller;
  const word = (state: BusErrors["state"]) => t(`frames.health.bus.${state}`);
  const note = () => {
    if (!shown) return t("frames.health.countersNone");
    if (live && controller) {
      const { state, rec, tec } = controller.worst;
      return t("frames.health.countersWorst", { state: word(live.state), worst: word(state), rec, tec });
    }
    if (controller) return t("frames.health.countersAt", { state: word(shown.state), time: clock(controller.time) });
    return word(shown.state);
  };
  return (
    <HealthTile
      title={t("frames.health.counters")}
      value={shown ? `${shown.rec} / ${shown.tec}` : "—"}
      level={shown && LEVELS[shown.state]}
      stale={!live}
      note={note()}
    />
  );
}
