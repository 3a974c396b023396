import { useText } from "../platform/i18n.ts";
import { KitProvider } from "./KitProvider.tsx";

/** Every part in every state, for `/ui` in development. */
export function UiGallery() {
  const t = useText();
  return (
    <KitProvider>
      <h1>{t("ui.product.name")}</h1>
    </KitProvider>
  );
}
