import { IMAGE_TYPES } from "@canopy/contract/platform/images";
import { ImagePlus, Trash2 } from "lucide-react";
import { useId, useRef, useState } from "react";
import { codeText } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import { cropPicture } from "./crop-picture.ts";
import styles from "./registration.module.css";

interface AvatarFieldProps {
  picture: string;
  error: string | undefined;
  onChange(picture: string): void;
}

/** ACC-15: chosen, checked by content, cropped in place. */
export function AvatarField({ picture, error, onChange }: AvatarFieldProps) {
  const t = useText();
  const noteId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const choose = async (file: File | undefined) => {
    if (!file) return;
    const cropped = await cropPicture(file);
    setProblem("code" in cropped ? codeText(cropped.code) : undefined);
    if ("picture" in cropped) onChange(cropped.picture);
  };
  const sentence = problem ?? error;
  return (
    <div className={styles.avatarField}>
      <span className={styles.avatar}>{picture && <img src={picture} alt={t("accounts.person.avatar")} />}</span>
      <input
        ref={input}
        type="file"
        hidden
        accept={IMAGE_TYPES.join(",")}
        aria-label={t("accounts.person.avatar")}
        onChange={(event) => {
          void choose(event.target.files?.[0]);
          event.target.value = "";
        }}
      />
      <div>
        <Button icon={ImagePlus} aria-describedby={noteId} onClick={() => input.current?.click()}>
          {t("accounts.person.chooseAvatar")}
        </Button>
        {picture && <IconButton icon={Trash2} label={t("accounts.person.removeAvatar")} onClick={() => onChange("")} />}
        <p id={noteId} className={sentence ? styles.warning : styles.note} role={sentence ? "alert" : undefined}>
          {sentence ?? t("accounts.person.avatarHint")}
        </p>
      </div>
    </div>
  );
}
