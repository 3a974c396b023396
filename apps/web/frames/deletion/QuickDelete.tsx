import { createQuickDelete, quickDeletePreview } from "@canopy/contract/frames/deletion";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { callDenied } from "../../accounts/permissions.ts";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { formatBytes, formatNumber } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/float/Dialog.tsx";
import { Checkbox } from "../../ui/form/Checkbox.tsx";
import { Confirm } from "../../ui/form/Confirm.tsx";
import { Banner } from "../../ui/marks/Banner.tsx";
import { Skeleton } from "../../ui/marks/Skeleton.tsx";
import type { DeletionProps } from "./DeleteHistory.tsx";
import { DeletionOutcome } from "./DeletionOutcome.tsx";
import "./deletion-texts.ts";
import styles from "./deletion.module.css";
import { useDeletion } from "./use-deletion.ts";

/** DAT-05: all data of a device and its sub-devices, for devices on the package's list. */
export function QuickDelete({ device, tenantId, onDone, onClose }: DeletionProps) {
  const t = useText();
  const [takesPinned, setTakesPinned] = useState(false);
  const deletion = useDeletion({ thingsId: device.id, tenantId, onDone: ({ bytes }) => onDone?.(bytes) });
  const preview = useQuery({
    queryKey: [quickDeletePreview.name, device.id],
    queryFn: ({ signal }) => api(quickDeletePreview, { params: { things_id: device.id } }, { signal }),
  });
  const title = t("frames.deletion.quickTitle", { device: device.name });
  if (deletion.task) return <DeletionOutcome title={title} deletion={deletion} onClose={onClose} />;
  const found = preview.data;
  const denied = callDenied(createQuickDelete) && t("frames.deletion.managers");
  if (!found?.is_listed || denied)
    return (
      <Dialog
        open
        width={480}
        title={title}
        onClose={onClose}
        footer={<Button onClick={onClose}>{t("ui.action.close")}</Button>}
      >
        {preview.error ? (
          <Banner level="ordinary">{troubleOf(preview.error).text}</Banner>
        ) : found === undefined ? (
          <Skeleton rows={2} columns={1} />
        ) : (
          <Banner level="ordinary" title={denied || t("frames.deletion.notListed")}>
            <a href="/doc?type=quickDelete" target="_blank" rel="noreferrer">
              {t("frames.deletion.whatIsThis")}
            </a>
          </Banner>
        )}
      </Dialog>
    );
  const values = { count: formatNumber(found.frames), size: formatBytes(found.bytes), children: found.children };
  const { quick } = deletion;
  return (
    <Confirm
      open
      title={title}
      action={t("frames.deletion.everything")}
      word={device.third_things_id}
      asksPassword
      busy={quick.isPending}
      error={quick.error ? troubleOf(quick.error).text : undefined}
      onConfirm={(password) => quick.mutate({ password, include_pinned: takesPinned })}
      onClose={onClose}
    >
      <p className={styles.fact}>
        {t(found.children > 0 ? "frames.deletion.quickChildren" : "frames.deletion.quickNote", values)}
      </p>
      {found.pinned_windows > 0 && (
        <Checkbox checked={takesPinned} onChange={setTakesPinned}>
          {t("frames.deletion.pinned", { count: found.pinned_windows })}
        </Checkbox>
      )}
    </Confirm>
  );
}
