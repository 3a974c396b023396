import { IMAGE_TYPES } from "@canopy/contract/platform/images";
import { PICTURES_MAX } from "@canopy/contract/work-orders/orders";
import { sendOrderPicture } from "@canopy/contract/work-orders/pictures";
import { ImagePlus, X } from "lucide-react";
import { type ClipboardEvent, type ReactNode, useId, useRef, useState } from "react";
import { api } from "../platform/api.ts";
import { codeText, troubleOf } from "../platform/error-texts.ts";
import { useText } from "../platform/i18n.ts";
import { safePicture } from "../platform/safe-picture.ts";
import { Button } from "../ui/Button.tsx";
import { IconButton } from "../ui/marks/IconButton.tsx";
import styles from "./orders.module.css";
import { Picture } from "./PictureStrip.tsx";

interface PictureFieldProps {
  ids: readonly string[];
  onChange(ids: string[]): void;
  /** Pasting into what stands in it adds a picture. */
  children?: ReactNode;
}

/** WO-01: pictures that are sent before the order or remark they belong to. */
export function PictureField({ ids, onChange, children }: PictureFieldProps) {
  const t = useText();
  const noteId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const add = async (files: readonly File[]) => {
    if (files.length === 0) return;
    setBusy(true);
    const { sent, trouble } = await sendAll(files.slice(0, PICTURES_MAX - ids.length));
    setBusy(false);
    setProblem(trouble ?? (ids.length + files.length > PICTURES_MAX ? t("work-orders.pictures.full") : undefined));
    if (sent.length > 0) onChange([...ids, ...sent]);
  };
  const paste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    if (files.length === 0) return;
    event.preventDefault();
    void add(files);
  };
  return (
    <div className={styles.pictureField} onPaste={paste}>
      {children}
      {ids.length > 0 && (
        <ul className={styles.strip}>
          {ids.map((id, i) => (
            <li key={id}>
              <Picture id={id} n={i + 1} />
              <IconButton
                icon={X}
                label={t("work-orders.pictures.remove", { n: i + 1 })}
                onClick={() => onChange(ids.filter((one) => one !== id))}
              />
            </li>
          ))}
        </ul>
      )}
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={IMAGE_TYPES.join(",")}
        aria-label={t("work-orders.field.pictures")}
        onChange={(event) => {
          void add([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
      <div className={styles.pictureLine}>
        <Button
          icon={ImagePlus}
          busy={isBusy}
          denied={ids.length >= PICTURES_MAX ? t("work-orders.pictures.full") : undefined}
          aria-describedby={noteId}
          onClick={() => input.current?.click()}
        >
          {t("work-orders.pictures.add")}
        </Button>
        <p id={noteId} className={problem ? styles.warning : styles.hint} role={problem ? "alert" : undefined}>
          {problem ?? t("work-orders.pictures.hint")}
        </p>
      </div>
    </div>
  );
}

/** Those before the first that fails are kept. */
async function sendAll(files: readonly File[]): Promise<{ sent: string[]; trouble?: string | undefined }> {
  const sent: string[] = [];
  for (const file of files) {
    const safe = await safePicture(file);
    if ("code" in safe) return { sent, trouble: codeText(safe.code) };
    try {
      sent.push((await api(sendOrderPicture, { body: safe.bytes })).picture_id);
    } catch (thrown) {
      return { sent, trouble: troubleOf(thrown).text };
    }
  }
  return { sent };
}
