import type { PushRule } from "@canopy/contract/push/rules";
import { troubleOf } from "../platform/error-texts.ts";
import { useText } from "../platform/i18n.ts";
import { Button } from "../ui/Button.tsx";
import { CopyText } from "../ui/CopyButton.tsx";
import { Dialog } from "../ui/float/Dialog.tsx";
import { Confirm } from "../ui/form/Confirm.tsx";
import { ReplayDialog } from "./ReplayDialog.tsx";
import { RuleEditor } from "./RuleEditor.tsx";
import { useRuleActions } from "./use-rule-actions.ts";

/** What one is about to do. */
export type RuleTask =
  | { readonly kind: "create" }
  | { readonly kind: "edit" | "delete" | "replay"; readonly rule: PushRule }
  /** Of a rule that was made: shown once. */
  | { readonly kind: "secret"; readonly secret: string };

interface RuleDialogsProps {
  task: RuleTask | undefined;
  tenantId: string;
  onTask(task: RuleTask | undefined): void;
}

export function RuleDialogs({ task, tenantId, onTask }: RuleDialogsProps) {
  const close = () => onTask(undefined);
  switch (task?.kind) {
    case "create":
    case "edit":
      return (
        <RuleEditor
          rule={task.kind === "edit" ? task.rule : undefined}
          tenantId={tenantId}
          onSaved={(secret) => onTask(secret === undefined ? undefined : { kind: "secret", secret })}
          onClose={close}
        />
      );
    case "replay":
      return <ReplayDialog rule={task.rule} onClose={close} />;
    case "delete":
      return <DeleteRule rule={task.rule} onClose={close} />;
    case "secret":
      return <SecretDialog secret={task.secret} onClose={close} />;
    default:
      return null;
  }
}

function DeleteRule({ rule, onClose }: { rule: PushRule; onClose(): void }) {
  const t = useText();
  const { remove } = useRuleActions();
  return (
    <Confirm
      open
      title={t("push.rules.deleteTitle")}
      action={t("push.rules.delete")}
      busy={remove.isPending}
      error={remove.error ? troubleOf(remove.error).text : undefined}
      onConfirm={() => remove.mutate(rule, { onSuccess: onClose })}
      onClose={onClose}
    >
      {t("push.rules.deleteText", { name: rule.name, waiting: rule.waiting })}
    </Confirm>
  );
}

function SecretDialog({ secret, onClose }: { secret: string; onClose(): void }) {
  const t = useText();
  return (
    <Dialog
      open
      title={t("push.secret.title")}
      onClose={onClose}
      width={560}
      footer={
        <Button kind="main" onClick={onClose}>
          {t("push.secret.done")}
        </Button>
      }
    >
      <p>{t("push.secret.text")}</p>
      <CopyText text={secret} />
    </Dialog>
  );
}
