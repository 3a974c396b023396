import type { PushRule } from "@canopy/contract/push/rules";
import { nameOfSignal, type PushSource } from "@canopy/contract/push/source";
import type { TextKey, Translate } from "../platform/i18n.ts";
import "./texts.ts";

/** What a rule forwards, in a few words. */
export function sourceText(t: Translate, source: PushSource): string {
  switch (source.kind) {
    case "signals": {
      const names = source.signals.map(nameOfSignal).join(", ");
      return t(`push.what.${source.mode}`, { names, every: source.every_s });
    }
    case "positions": {
      const moved = source.moved_m > 0 ? t("push.what.moved", { metres: source.moved_m }) : "";
      return `${t("push.what.positions", { every: source.every_s })}${moved}`;
    }
    case "events":
      return source.kinds.map((kind) => t(`push.event.${kind}`)).join(", ");
    case "files":
      return source.name_contains === "" ? t("push.what.files") : t("push.what.named", { part: source.name_contains });
  }
}

export function scopeText(
  t: Translate,
  { scope, scope_name, things_num }: Pick<PushRule, "scope" | "scope_name" | "things_num">,
): string {
  if (scope.kind === "all") return t("push.scope.all");
  if (scope.kind === "devices") return scope_name || t("push.scope.some", { count: things_num });
  return `${t(`push.scope.${scope.kind}`)} ${scope_name} (${things_num})`;
}

/** Of a delivery. */
export function typeText(t: Translate, type: string): string {
  const key = type.startsWith("alarm.") || type.startsWith("device.") ? `push.event.${type}` : `push.type.${type}`;
  return t(key as TextKey & `push.${string}`);
}
