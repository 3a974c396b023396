import { listTenants } from "@canopy/contract/accounts/operating";
import { eraseTenant } from "@canopy/contract/frames/erasure";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Database, Ellipsis, Trash2 } from "lucide-react";
import { useState } from "react";
import { TenantList } from "../../../accounts/tenants/TenantList.tsx";
import type { TenantRow } from "../../../accounts/tenants/tenant-columns.tsx";
import { PackageDialog } from "../../../capacity/PackageDialog.tsx";
import { api } from "../../../platform/api.ts";
import { troubleOf } from "../../../platform/error-texts.ts";
import { useText } from "../../../platform/i18n.ts";
import { Menu } from "../../../ui/float/Menu.tsx";
import { addNote } from "../../../ui/float/notes.ts";
import { Confirm } from "../../../ui/form/Confirm.tsx";
import type { ListProps } from "../../../ui/list/list-parts.ts";
import { IconButton } from "../../../ui/marks/IconButton.tsx";

type OpenAction = { kind: "package" | "erase"; tenant: TenantRow };

/** CAP-01: the tenants with their packages, and the end of one. */
export function OperatedTenants(props: ListProps) {
  const t = useText();
  const [open, setOpen] = useState<OpenAction>();
  const close = () => setOpen(undefined);
  return (
    <>
      <TenantList
        {...props}
        more={(tenant) => (
          <Menu
            label={t("app.tenants.more", { tenant: tenant.name })}
            items={[
              {
                key: "package",
                label: t("capacity.package.button"),
                icon: Database,
                onSelect: () => setOpen({ kind: "package", tenant }),
              },
              {
                key: "erase",
                label: t("app.tenants.erase"),
                icon: Trash2,
                danger: true,
                apart: true,
                onSelect: () => setOpen({ kind: "erase", tenant }),
              },
            ]}
            trigger={(trigger) => (
              <IconButton {...trigger} icon={Ellipsis} label={t("app.tenants.more", { tenant: tenant.name })} />
            )}
          />
        )}
      />
      {open?.kind === "package" && <PackageDialog tenant={open.tenant} onClose={close} />}
      {open?.kind === "erase" && <EraseTenant tenant={open.tenant} onClose={close} />}
    </>
  );
}

/** Typed name and password; the task goes on by itself and tells when it is done. */
function EraseTenant({ tenant, onClose }: { tenant: TenantRow; onClose(): void }) {
  const t = useText();
  const client = useQueryClient();
  const erase = useMutation({
    mutationFn: (password: string) =>
      api(
        eraseTenant,
        { params: { tenant_id: tenant.id }, body: { name: tenant.name, password } },
        { idempotencyKey: crypto.randomUUID() },
      ),
    onSuccess: async () => {
      addNote({ tone: "done", text: t("app.tenants.erasing", { tenant: tenant.name }) });
      onClose();
      await client.invalidateQueries({ queryKey: [listTenants.name] });
    },
  });
  return (
    <Confirm
      open
      title={t("app.tenants.eraseTitle", { tenant: tenant.name })}
      action={t("app.tenants.erase")}
      word={tenant.name}
      asksPassword
      busy={erase.isPending}
      error={erase.error ? troubleOf(erase.error).text : undefined}
      onConfirm={(password) => erase.mutate(password)}
      onClose={onClose}
    >
      {t("app.tenants.eraseNote", { users: tenant.users })}
    </Confirm>
  );
}
