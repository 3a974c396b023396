import { hashText } from "@canopy/contract/device-link/config-hash";
import type { ConfigVersion, DeviceConfiguration } from "@canopy/contract/devices/configuration";
import { codeText } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Banner } from "../../ui/marks/Banner.tsx";
import type { DraftTools } from "./use-config-draft.ts";

interface ConfigNoticesProps {
  known: DeviceConfiguration;
  stale: ConfigVersion | undefined;
  tools: DraftTools;
  denied: string | undefined;
  onReview(): void;
  onSendAgain(): void;
}

/**
 * Notices above the editor: a newer version exists, the device runs another configuration, or it never reported one.
 */
export function ConfigNotices({ known, stale, tools, denied, onReview, onSendAgain }: ConfigNoticesProps) {
  const t = useText();
  const { desired, reported } = known;
  if (stale) {
    return (
      <Banner
        level="ordinary"
        alert
        title={t("devices.config.stale", { author: stale.author, version: stale.version })}
      >
        <Button kind="link" onClick={onReview}>
          {t("devices.config.review")}
        </Button>
      </Banner>
    );
  }
  if (!desired && !reported) return <Banner level="tip">{t("devices.config.never")}</Banner>;
  if (desired && (desired.state === "refused" || desired.state === "failed")) {
    const reason = desired.problem ? (codeText(desired.problem) ?? desired.problem) : "";
    const words = desired.state === "refused" ? "devices.config.refusedNow" : "devices.config.failedNow";
    return (
      <Banner level="urgent" title={t(words, { reason })}>
        <Button kind="link" denied={denied} onClick={onSendAgain}>
          {t("devices.config.sendAgain")}
        </Button>
      </Banner>
    );
  }
  if (desired?.state === "confirmed" && reported && reported.hash !== desired.hash) {
    const hashes = { reported: hashText(reported.hash), desired: hashText(desired.hash) };
    const { config } = reported;
    return (
      <Banner level="ordinary" title={t("devices.config.differs")}>
        {t("devices.config.differsNote", hashes)}{" "}
        {config && (
          <Button
            kind="link"
            denied={denied}
            onClick={() => tools.replace({ config, origin: "edit", restoredFrom: null })}
          >
            {t("devices.config.takeReported")}
          </Button>
        )}{" "}
        <Button kind="link" denied={denied} onClick={onSendAgain}>
          {t("devices.config.sendAgain")}
        </Button>
      </Banner>
    );
  }
  return null;
}
