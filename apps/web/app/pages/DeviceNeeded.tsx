import type { LucideIcon } from "lucide-react";
import { type TextKey, useText } from "../../platform/i18n.ts";
import "../../signals/curves/curve-texts.ts";
import { EmptyState } from "../../ui/marks/EmptyState.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { DeviceChoice, DeviceChoices } from "../details/DeviceChoice.tsx";

interface DeviceNeededProps {
  icon: LucideIcon;
  title: TextKey;
  onChoose(id: string): void;
}

/** A page of one device whose address names none: choose one. */
export function DeviceNeeded({ icon, title, onChoose }: DeviceNeededProps) {
  const t = useText();
  return (
    <>
      <PageHeader title={t(title)} actions={<DeviceChoice name={undefined} onChoose={onChoose} />} />
      <EmptyState
        icon={icon}
        title={t("app.device.choose")}
        text={t("app.device.chooseNote")}
        actions={<DeviceChoices search="" onChoose={onChoose} />}
      />
    </>
  );
}
