import type { ConfigState } from "@canopy/contract/devices/configuration";
import { Check } from "lucide-react";
import { useText } from "../../platform/i18n.ts";
import { join } from "../../ui/join.ts";
import { Icon } from "../../ui/marks/Icon.tsx";
import styles from "./steps.module.css";

/** How far a version is: written, sent, and in force. */
export function ConfigSteps({ state }: { state: ConfigState | "draft" }) {
  const t = useText();
  const reached = { draft: 0, waiting: 0, superseded: 0, sending: 1, refused: 1, failed: 1, confirmed: 2 }[state];
  const isEnded = state === "refused" || state === "failed";
  return (
    <ol className={styles.steps} aria-label={t("devices.config.steps")}>
      {(["draft", "sent", "confirmed"] as const).map((step, i) => (
        <li
          key={step}
          className={join(i <= reached && styles.stepReached, i === reached && isEnded && styles.stepFailed)}
          aria-current={i === reached ? "step" : undefined}
        >
          <span className={styles.stepMark}>
            {i < reached || state === "confirmed" ? <Icon of={Check} size={12} /> : i + 1}
          </span>
          {t(`devices.config.step.${step}`)}
        </li>
      ))}
    </ol>
  );
}
