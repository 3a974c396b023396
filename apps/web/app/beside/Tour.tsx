import { DEMO_USER } from "@canopy/contract/accounts/sessions";
import { useNavigate, useRouterState } from "@tanstack/react-router";
import { X } from "lucide-react";
import { useEffect } from "react";
import { useText } from "../../platform/i18n.ts";
import { useStore } from "../../platform/kept.ts";
import { useConfiguration } from "../../settings/configuration.ts";
import { Button } from "../../ui/Button.tsx";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import { useDeviceChoices } from "../details/DeviceChoice.tsx";
import { HOME } from "../session/return-address.ts";
import styles from "./beside.module.css";
import { leaveTour, TOUR_HASH, tourLeft, tourStep } from "./tour-state.ts";
import { TOUR_STEPS } from "./tour-steps.ts";

/** Offers itself to visitors of the demo on their first look at the home page, and starts from the help for everybody. */
export function Tour({ tenant, path }: { tenant: string; path: string }) {
  const step = useStore(tourStep);
  const isLeft = useStore(tourLeft);
  const { link } = useConfiguration();
  useStartByAddress();
  if (step !== null) return <TourCard at={step} />;
  return link.demo && tenant === DEMO_USER && !isLeft && path === HOME ? <TourOffer /> : null;
}

function useStartByAddress(): void {
  const navigate = useNavigate();
  const isAsked = useRouterState({ select: ({ location }) => location.hash === TOUR_HASH });
  useEffect(() => {
    if (!isAsked) return;
    tourStep.set(0);
    void navigate({ to: ".", search: true, hash: "", replace: true });
  }, [isAsked, navigate]);
}

function TourOffer() {
  const t = useText();
  return (
    <section className={styles.offer} aria-label={t("app.tour.name")}>
      <span>{t("app.tour.offer")}</span>
      <Button onClick={() => tourStep.set(0)}>{t("app.tour.start")}</Button>
      <IconButton icon={X} label={t("app.tour.notNow")} onClick={leaveTour} />
    </section>
  );
}

function TourCard({ at }: { at: number }) {
  const t = useText();
  const navigate = useNavigate();
  const { data } = useDeviceChoices("");
  const thingsId = data?.list[0]?.id;
  const step = TOUR_STEPS[at];
  // Each step shows its page once; whoever looks around meanwhile is not called back.
  useEffect(() => {
    if (step && thingsId !== undefined) void navigate({ to: step.to, search: step.search(thingsId) });
  }, [step, thingsId, navigate]);
  useEscape(leaveTour);
  if (!step) return null;
  const isLast = at === TOUR_STEPS.length - 1;
  return (
    <section className={styles.card} aria-label={t("app.tour.name")}>
      <div aria-live="polite">
        <h2>{t(step.title)}</h2>
        <p>{t(step.text)}</p>
      </div>
      <div className={styles.foot}>
        <span className={styles.count}>{t("app.tour.count", { at: at + 1, of: TOUR_STEPS.length })}</span>
        {!isLast && <Button onClick={leaveTour}>{t("app.tour.leave")}</Button>}
        {at > 0 && <Button onClick={() => tourStep.set(at - 1)}>{t("app.tour.back")}</Button>}
        <Button kind="main" onClick={() => (isLast ? leaveTour() : tourStep.set(at + 1))}>
          {t(isLast ? "app.tour.done" : "app.tour.next")}
        </Button>
      </div>
    </section>
  );
}

const ABOVE = 'dialog[open], [popover="auto"]:popover-open';

/** Escape closes what stands above the page first. */
function useEscape(onEscape: () => void): void {
  useEffect(() => {
    const leave = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented && !document.querySelector(ABOVE)) onEscape();
    };
    addEventListener("keydown", leave);
    return () => removeEventListener("keydown", leave);
  }, [onEscape]);
}
