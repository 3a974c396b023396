import "./layout-texts.ts";
import { deleteLayout, deleteTemplate } from "@canopy/contract/signals/layouts";
import { useMutation } from "@tanstack/react-query";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Confirm } from "../../ui/form/Confirm.tsx";

export interface SavedLayout {
  /** A template is the tenant's, for every device. */
  readonly kind: "device" | "template";
  readonly name: string;
  readonly user_name: string;
}

interface DeleteLayoutDialogProps {
  thingsId: string;
  layout: SavedLayout;
  onDeleted(): void;
  onClose(): void;
}

/** Asks first: others open it too. */
export function DeleteLayoutDialog({ thingsId, layout, onDeleted, onClose }: DeleteLayoutDialogProps) {
  const t = useText();
  const { kind, name, user_name: user } = layout;
  const remove = useMutation({
    mutationFn: () =>
      kind === "device"
        ? api(deleteLayout, { params: { things_id: thingsId }, query: { name } })
        : api(deleteTemplate, { query: { name } }),
    onSuccess: onDeleted,
  });
  return (
    <Confirm
      open
      title={t("signals.layout.delete", { name })}
      action={t("signals.layout.deleteAction")}
      busy={remove.isPending}
      error={remove.error ? troubleOf(remove.error).text : undefined}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      {t(`signals.layout.deleteNote.${kind}`, { user })}
    </Confirm>
  );
}
