import { setErrorTextSource } from "../platform/error-texts.ts";

let loading: Promise<void> | undefined;

/** The sentences of all codes, in a chunk of their own. Without it those of the server are shown; the next page tries again. */
export function loadErrorTexts(): Promise<void> {
  loading ??= import("@canopy/contract/error-table")
    .then(({ errorText }) => setErrorTextSource(errorText))
    .catch((problem: unknown) => {
      loading = undefined;
      console.warn("the sentences of errors did not load", problem);
    });
  return loading;
}
