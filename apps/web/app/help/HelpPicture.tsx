import { useLanguage, useText } from "../../platform/i18n.ts";
import { useTheme } from "../../platform/theme.ts";
import styles from "./help.module.css";

const pictures = import.meta.glob<string>("../../help/pictures/*.webp", {
  query: "?url",
  import: "default",
  eager: true,
});

/** As `scripts/take-help-pictures.ts` takes them. */
const WIDTH = 832;
const HEIGHT = 520;

/** From the product, in the language and theme of the page. */
export function HelpPicture({ name, title }: { name: string; title: string }) {
  const t = useText();
  const language = useLanguage();
  const theme = useTheme();
  const url = pictures[`../../help/pictures/${name}-${language}-${theme}.webp`];
  if (url === undefined) return null;
  return (
    <img
      className={styles.picture}
      src={url}
      alt={t("app.help.pictureOf", { title })}
      width={WIDTH}
      height={HEIGHT}
      loading="lazy"
      decoding="async"
    />
  );
}
