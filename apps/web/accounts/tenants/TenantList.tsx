import { createTenant, listTenants, setTenantState } from "@canopy/contract/accounts/operating";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { addNote } from "../../ui/float/notes.ts";
import { Confirm } from "../../ui/form/Confirm.tsx";
import type { ListProps } from "../../ui/list/list-parts.ts";
import { callDenied } from "../permissions.ts";
import { ShownOnceDialog } from "../tokens/ShownOnceDialog.tsx";
import { type MadeTenant, NewTenantDialog } from "./NewTenantDialog.tsx";
import { OperatingFrame, pageQueryOf } from "./OperatingFrame.tsx";
import { type TenantRow, useTenantColumns } from "./tenant-columns.tsx";

interface TenantListProps extends ListProps {
  /** Further actions on a tenant that is not the platform's own. */
  more?(tenant: TenantRow): ReactNode;
}

/** USR-01: tenants are made, closed and opened again by the system manager. */
export function TenantList({ more, ...props }: TenantListProps) {
  const t = useText();
  const asked = pageQueryOf(props);
  const [isCreating, setIsCreating] = useState(false);
  const [made, setMade] = useState<MadeTenant>();
  const [closing, setClosing] = useState<TenantRow>();
  const query = useQuery({
    queryKey: [listTenants.name, asked],
    queryFn: ({ signal }) => api(listTenants, { query: asked }, { signal }),
    placeholderData: keepPreviousData,
  });
  const { change, renew } = useTenantState(() => setClosing(undefined));
  const create = (
    <Button kind="main" icon={Plus} denied={callDenied(createTenant)} onClick={() => setIsCreating(true)}>
      {t("accounts.operating.newTenant")}
    </Button>
  );
  return (
    <>
      <OperatingFrame
        {...props}
        list="accounts.tenants"
        label={t("accounts.operating.tenantsNote")}
        columns={useTenantColumns()}
        query={query}
        rowKey={({ id }) => id}
        actions={create}
        rowActions={(tenant) => (
          <>
            <StateButton
              tenant={tenant}
              onClose={() => setClosing(tenant)}
              onOpen={() => change.mutate({ tenant, state: "active" })}
            />
            {tenant.tenant_type !== PLATFORM && more?.(tenant)}
          </>
        )}
      />
      {isCreating && (
        <NewTenantDialog
          onClose={() => setIsCreating(false)}
          onMade={(tenant) => {
            setIsCreating(false);
            setMade(tenant);
            void renew();
          }}
        />
      )}
      <ShownOnceDialog
        secret={made?.password}
        title={t("accounts.operating.madeTitle")}
        note={t("accounts.operating.madeNote", { owner: made?.owner ?? "" })}
        label={t("accounts.operating.firstPassword")}
        onClose={() => setMade(undefined)}
      />
      <Confirm
        open={closing !== undefined}
        title={t("accounts.operating.closeTitle")}
        action={t("accounts.operating.close")}
        busy={change.isPending}
        error={change.error ? troubleOf(change.error).text : undefined}
        onConfirm={() => closing && change.mutate({ tenant: closing, state: "closed" })}
        onClose={() => setClosing(undefined)}
      >
        {closing && t("accounts.operating.closeNote", { name: closing.name, users: closing.users })}
      </Confirm>
    </>
  );
}

function useTenantState(onDone: () => void) {
  const t = useText();
  const client = useQueryClient();
  const renew = () => client.invalidateQueries({ queryKey: [listTenants.name] });
  const change = useMutation({
    mutationFn: ({ tenant, state }: { tenant: TenantRow; state: "active" | "closed" }) =>
      api(setTenantState, { params: { tenant_id: tenant.id }, body: { state } }),
    onSuccess: async (_, { tenant: { name }, state }) => {
      onDone();
      const text = state === "closed" ? "accounts.operating.closed" : "accounts.operating.opened";
      addNote({ tone: "done", text: t(text, { name }) });
      await renew();
    },
  });
  return { change, renew };
}

/** The platform's own tenant. */
const PLATFORM = 2;

interface StateButtonProps {
  tenant: TenantRow;
  onClose(): void;
  onOpen(): void;
}

/** The platform's own tenant has none. */
function StateButton({ tenant: { name, state, tenant_type }, onClose, onOpen }: StateButtonProps) {
  const t = useText();
  if (tenant_type === PLATFORM) return null;
  const isOpen = state === "active";
  return (
    <Button
      kind="link"
      aria-label={t(isOpen ? "accounts.operating.closeLabel" : "accounts.operating.openLabel", { name })}
      onClick={isOpen ? onClose : onOpen}
    >
      {t(isOpen ? "accounts.operating.close" : "accounts.operating.open")}
    </Button>
  );
}
