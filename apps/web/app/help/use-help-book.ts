import type { Language } from "@canopy/contract/platform/language";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useLanguage } from "../../platform/i18n.ts";
import { readBook } from "./help-book.ts";

/** Each language in a chunk of its own. */
const LOAD: Record<Language, () => Promise<{ files: Readonly<Record<string, string>> }>> = {
  zh: () => import("./book-zh.ts"),
  en: () => import("./book-en.ts"),
};

export function useHelpBook() {
  const language = useLanguage();
  return useQuery({
    queryKey: ["help", language],
    queryFn: async () => readBook(Object.values((await LOAD[language]()).files)),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
}
