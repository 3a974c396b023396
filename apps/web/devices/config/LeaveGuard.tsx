import { useBlocker } from "@tanstack/react-router";
import type { RefObject } from "react";
import { type TextKey, useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/float/Dialog.tsx";

interface LeaveGuardProps {
  isUnkept: boolean;
  onKeep(): void;
  /** What cannot wait for the next drawing: true lets the page go without asking. */
  free?: RefObject<boolean>;
  /** The window too asks before it closes. */
  asksOnClose?: boolean;
  texts?: Readonly<Record<"title" | "text" | "drop" | "keep", TextKey>>;
  onDrop?(): void;
}

const CONFIG_TEXTS = {
  title: "devices.config.unsavedTitle",
  text: "devices.config.unsavedText",
  drop: "devices.config.leave",
  keep: "devices.config.keepAndLeave",
} as const;

/** Asks before changes are lost: on the way to another page or tab, and when the window is closed. */
export function LeaveGuard(props: LeaveGuardProps) {
  const { isUnkept, onKeep, free, asksOnClose = true, texts = CONFIG_TEXTS, onDrop } = props;
  const t = useText();
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isUnkept && free?.current !== true && placeOf(current) !== placeOf(next),
    enableBeforeUnload: isUnkept && asksOnClose,
    withResolver: true,
  });
  const isAsked = status === "blocked";
  return (
    <Dialog
      open={isAsked}
      title={t(texts.title)}
      onClose={() => reset?.()}
      footer={
        <>
          <Button onClick={() => reset?.()}>{t("ui.action.cancel")}</Button>
          <Button
            kind="danger"
            onClick={() => {
              onDrop?.();
              proceed?.();
            }}
          >
            {t(texts.drop)}
          </Button>
          <Button
            kind="main"
            onClick={() => {
              onKeep();
              proceed?.();
            }}
          >
            {t(texts.keep)}
          </Button>
        </>
      }
    >
      <p>{t(texts.text)}</p>
    </Dialog>
  );
}

/** The same device and tab: other parameters belong to this tab. */
function placeOf({ pathname, search }: { pathname: string; search: unknown }): string {
  const words = typeof search === "object" && search !== null ? search : {};
  return JSON.stringify([pathname, ...["id", "tab", "sub"].map((key) => Reflect.get(words, key) ?? "")]);
}
