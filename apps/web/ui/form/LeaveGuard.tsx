import { useBlocker } from "@tanstack/react-router";
import type { RefObject } from "react";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../Button.tsx";
import { Dialog } from "../float/Dialog.tsx";
import { useUnkeptWork } from "./unkept-work.ts";

interface LeaveGuardProps {
  isUnkept: boolean;
  /** What cannot wait for the next drawing: true lets the page go without asking. */
  free?: RefObject<boolean>;
  /** The window too asks before it closes. */
  asksOnClose?: boolean;
  /** Words of the address that tell one place from another; those of the page's own view do not. */
  place?: readonly string[];
  texts?: Readonly<Partial<Record<"title" | "text" | "stay" | "drop" | "keep", string>>>;
  /** Where the changes can be kept for later. */
  onKeep?(): void;
  onDrop?(): void;
}

const NO_WORDS: readonly string[] = [];

/** Asks before changes are lost: on the way to another page, and when the window is closed. */
export function LeaveGuard(props: LeaveGuardProps) {
  const { isUnkept, free, asksOnClose = true, place = NO_WORDS, texts = {}, onKeep, onDrop } = props;
  const t = useText();
  useUnkeptWork({ isUnkept, free, onKeep });
  const placeOf = ({ pathname, search }: { pathname: string; search: unknown }) => {
    const words = typeof search === "object" && search !== null ? search : {};
    return JSON.stringify([pathname, ...place.map((key) => Reflect.get(words, key) ?? "")]);
  };
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isUnkept && free?.current !== true && placeOf(current) !== placeOf(next),
    enableBeforeUnload: isUnkept && asksOnClose,
    withResolver: true,
  });
  const leave = (first: (() => void) | undefined) => () => {
    first?.();
    proceed?.();
  };
  return (
    <Dialog
      open={status === "blocked"}
      title={texts.title ?? t("ui.form.leaveTitle")}
      onClose={() => reset?.()}
      footer={
        <>
          <Button onClick={() => reset?.()}>{texts.stay ?? t("ui.form.stay")}</Button>
          <Button kind="danger" onClick={leave(onDrop)}>
            {texts.drop ?? t("ui.form.leave")}
          </Button>
          {onKeep && (
            <Button kind="main" onClick={leave(onKeep)}>
              {texts.keep}
            </Button>
          )}
        </>
      }
    >
      <p>{texts.text ?? t("ui.form.leaving")}</p>
    </Dialog>
  );
}
