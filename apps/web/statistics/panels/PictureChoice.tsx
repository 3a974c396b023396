import { IMAGE_TYPES } from "@canopy/contract/platform/images";
import { PANEL_PICTURE_MAX_BYTES, type Widget } from "@canopy/contract/statistics/panel-widgets";
import { ImagePlus } from "lucide-react";
import { useId, useRef, useState } from "react";
import { base64Of } from "../../diagnosis/read-file.ts";
import { codeText } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { safePicture } from "../../platform/safe-picture.ts";
import { Button } from "../../ui/Button.tsx";
import styles from "./panels.module.css";

interface PictureChoiceProps {
  widget: Widget;
  onChange(widget: Widget): void;
}

/** A picture of the panel: drawn anew without its hidden data, and smaller where it is too large. */
export function PictureChoice({ widget, onChange }: PictureChoiceProps) {
  const t = useText();
  const noteId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const take = async (file: File | undefined) => {
    if (!file) return;
    setBusy(true);
    const safe = await safePicture(file, PANEL_PICTURE_MAX_BYTES);
    setProblem("code" in safe ? codeText(safe.code) : undefined);
    setBusy(false);
    if ("code" in safe) return;
    onChange({ ...widget, picture: `data:${safe.type};base64,${await base64Of(new Blob([safe.bytes]))}` });
  };
  return (
    <>
      <Button icon={ImagePlus} busy={isBusy} aria-describedby={noteId} onClick={() => input.current?.click()}>
        {t("statistics.form.picture")}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={IMAGE_TYPES.join(",")}
        aria-label={t("statistics.form.picture")}
        onChange={(event) => {
          void take(event.target.files?.[0]);
          event.target.value = "";
        }}
      />
      <p id={noteId} className={problem ? styles.missing : styles.note} role={problem ? "alert" : undefined}>
        {problem ?? t("statistics.form.pictureHint")}
      </p>
    </>
  );
}
