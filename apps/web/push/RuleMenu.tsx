import { resendPushRule, startPushReplay } from "@canopy/contract/push/deliveries";
import { deletePushRule, type PushRule, updatePushRule } from "@canopy/contract/push/rules";
import { Ellipsis, History, ListChecks, Pencil, RotateCcw, Trash2 } from "lucide-react";
import { callDenied } from "../accounts/permissions.ts";
import { useText } from "../platform/i18n.ts";
import { Menu } from "../ui/float/Menu.tsx";
import { IconButton } from "../ui/marks/IconButton.tsx";
import type { RuleTask } from "./RuleDialogs.tsx";

interface RuleMenuProps {
  rule: PushRule;
  onTask(task: RuleTask): void;
  onResend(): void;
  onDeliveries(): void;
}

export function RuleMenu({ rule, onTask, onResend, onDeliveries }: RuleMenuProps) {
  const t = useText();
  const label = t("push.rules.more", { name: rule.name });
  return (
    <Menu
      label={label}
      trigger={(trigger) => <IconButton icon={Ellipsis} label={label} {...trigger} />}
      items={[
        {
          key: "edit",
          icon: Pencil,
          label: t("push.rules.edit"),
          denied: callDenied(updatePushRule),
          onSelect: () => onTask({ kind: "edit", rule }),
        },
        { key: "deliveries", icon: ListChecks, label: t("push.rules.deliveries"), onSelect: onDeliveries },
        {
          key: "replay",
          icon: History,
          label: t("push.rules.replay"),
          denied: callDenied(startPushReplay),
          onSelect: () => onTask({ kind: "replay", rule }),
        },
        ...(rule.failed > 0
          ? [
              {
                key: "resend",
                icon: RotateCcw,
                label: t("push.rules.resend"),
                denied: callDenied(resendPushRule),
                onSelect: onResend,
              },
            ]
          : []),
        {
          key: "delete",
          icon: Trash2,
          label: t("push.rules.delete"),
          danger: true,
          apart: true,
          denied: callDenied(deletePushRule) ?? (rule.enabled ? t("push.rules.disableFirst") : undefined),
          onSelect: () => onTask({ kind: "delete", rule }),
        },
      ]}
    />
  );
}
