import "./gallery-texts.ts";
import "../texts.ts";
import { changeLanguage, useLanguage, useText } from "../../platform/i18n.ts";
import { useStore } from "../../platform/kept.ts";
import { wordOfLanguage } from "../../platform/language.ts";
import { THEME_CHOICES, themeStore } from "../../platform/theme.ts";
import { NoteStack } from "../float/NoteStack.tsx";
import { Segmented } from "../form/Segmented.tsx";
import { PageHeader } from "../PageHeader.tsx";
import { GalleryButtons, GalleryInputs } from "./GalleryControls.tsx";
import { GalleryFloats } from "./GalleryFloats.tsx";
import { GalleryForm } from "./GalleryForm.tsx";
import { GalleryList } from "./GalleryList.tsx";
import { GalleryMarks } from "./GalleryMarks.tsx";
import { GalleryColours, GalleryStates } from "./GalleryStates.tsx";
import styles from "./gallery.module.css";

/** Every part in every state, for `/ui` in development. */
export function UiGallery() {
  const t = useText();
  const language = useLanguage();
  const theme = useStore(themeStore);
  const themes = THEME_CHOICES.map((value) => ({ value, label: t(`ui.gallery.${value}`) }));
  const languages = (["zh", "en"] as const).map((value) => ({ value, label: wordOfLanguage(value) }));
  return (
    <>
      <PageHeader
        title={t("ui.gallery.title")}
        actions={
          <>
            <Segmented label={t("ui.gallery.theme")} options={themes} value={theme} onChange={themeStore.set} />
            <Segmented
              label={t("ui.gallery.language")}
              options={languages}
              value={language}
              onChange={changeLanguage}
            />
          </>
        }
      />
      <main className={styles.page}>
        <GalleryButtons />
        <GalleryInputs />
        <GalleryMarks />
        <GalleryFloats />
        <GalleryList />
        <GalleryForm />
        <GalleryStates />
        <GalleryColours />
      </main>
      <NoteStack />
    </>
  );
}
