import { IMAGE_TYPES } from "@canopy/contract/platform/images";
import { ImagePlus, Undo2 } from "lucide-react";
import { useId, useRef, useState } from "react";
import { codeText } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Sign } from "../../ui/marks/Sign.tsx";
import { logoPicture } from "./logo-picture.ts";
import styles from "./look.module.css";

interface LogoFieldProps {
  logo: string;
  denied: string | undefined;
  onChange(logo: string): void;
}

/** NAV-08: a raster picture by its content, drawn anew. */
export function LogoField({ logo, denied, onChange }: LogoFieldProps) {
  const t = useText();
  const noteId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const choose = async (file: File | undefined) => {
    if (!file) return;
    const chosen = await logoPicture(file);
    if ("picture" in chosen) onChange(chosen.picture);
    setProblem("code" in chosen ? (isDrawing(file) ? t("settings.look.notSvg") : codeText(chosen.code)) : undefined);
  };
  return (
    <div className={styles.logoField}>
      <span className={styles.logo}>
        {logo ? <img src={logo} alt={t("settings.look.logo")} /> : <Sign size={36} />}
      </span>
      <input
        ref={input}
        type="file"
        hidden
        accept={IMAGE_TYPES.join(",")}
        aria-label={t("settings.look.logo")}
        onChange={(event) => {
          void choose(event.target.files?.[0]);
          event.target.value = "";
        }}
      />
      <Button icon={ImagePlus} denied={denied} aria-describedby={noteId} onClick={() => input.current?.click()}>
        {t("settings.look.chooseLogo")}
      </Button>
      {logo && (
        <Button icon={Undo2} denied={denied} onClick={() => onChange("")}>
          {t("settings.look.removeLogo")}
        </Button>
      )}
      <p id={noteId} className={problem ? styles.warning : styles.note} role={problem ? "alert" : undefined}>
        {problem ?? t("settings.look.logoHint")}
      </p>
    </div>
  );
}

const isDrawing = ({ name, type }: File) => type === "image/svg+xml" || /\.svgz?$/i.test(name);
