import { useStore } from "../../platform/kept.ts";
import { LazyPart } from "../../ui/LazyPart.tsx";
import { lazyPage } from "../../ui/lazy-page.tsx";
import { arrivalQuestion } from "./arrival-question.ts";

const ArrivalDialog = lazyPage(() => import("./ArrivalDialog.tsx"), "ArrivalDialog");

/** Beside the pages: none of them is shown before it is answered. */
export function ArrivalQuestion() {
  const question = useStore(arrivalQuestion);
  if (!question) return null;
  return (
    <LazyPart onFailed={() => question.answer(false)}>
      <ArrivalDialog {...question} />
    </LazyPart>
  );
}
