import type { RefObject } from "react";
import { useText } from "../../platform/i18n.ts";
import { usePageKeys } from "../keys/page-keys.ts";

/** `/` leads to the search field of a list. */
export function useSearchKey(frame: RefObject<HTMLElement | null>, hasSearch: boolean): void {
  const t = useText();
  const onPress = () => frame.current?.querySelector<HTMLElement>('input[type="search"]')?.focus();
  usePageKeys(
    t("ui.keyboard.list"),
    hasSearch ? [{ keys: [["/"]], text: t("ui.keyboard.search"), binding: "/", onPress }] : [],
  );
}
