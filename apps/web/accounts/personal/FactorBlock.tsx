import { confirmFactor, type FactorOffer, getFactor } from "@canopy/contract/accounts/second-factor";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Chip } from "../../ui/marks/Chip.tsx";
import { FailedState } from "../../ui/marks/FailedState.tsx";
import { Skeleton } from "../../ui/marks/Skeleton.tsx";
import { FactorConfirm, useOffer } from "./FactorConfirm.tsx";
import { FactorDialog } from "./FactorDialog.tsx";
import { FactorRule } from "./FactorRule.tsx";
import styles from "./personal.module.css";

/** ACC-26: codes of an authenticator app; the tenant's manager may require them of everybody. */
export function FactorBlock() {
  const t = useText();
  const client = useQueryClient();
  const [offer, setOffer] = useState<FactorOffer>();
  const [asked, setAsked] = useState<"renew" | "remove">();
  const { data, error, refetch } = useQuery({
    queryKey: [getFactor.name],
    queryFn: async ({ signal }) => (await api(getFactor, {}, { signal })).data,
  });
  const renew = () => client.invalidateQueries({ queryKey: [getFactor.name] });
  const begin = useOffer(setOffer);
  if (error)
    return (
      <FailedState title={t("accounts.factor.failed")} trouble={troubleOf(error)} onRetry={() => void refetch()} />
    );
  if (!data) return <Skeleton rows={2} columns={1} />;
  return (
    <div className={styles.form}>
      <p>
        <Chip tone={data.is_on ? "green" : "neutral"}>
          {t(data.is_on ? "accounts.factor.on" : "accounts.factor.off")}
        </Chip>{" "}
        {data.is_on && t("accounts.factor.left", { count: data.recovery_codes_left })}
        {data.is_required && ` ${t("accounts.factor.required")}`}
      </p>
      <div className={styles.acts}>
        <Button busy={begin.isPending} onClick={() => (data.is_on ? setAsked("renew") : begin.mutate(""))}>
          {t(data.is_on ? "accounts.factor.renew" : "accounts.factor.turnOn")}
        </Button>
        {data.is_on && (
          <Button
            kind="danger"
            denied={data.is_required ? t("accounts.factor.required") : undefined}
            onClick={() => setAsked("remove")}
          >
            {t("accounts.factor.turnOff")}
          </Button>
        )}
      </div>
      <FactorRule />
      {asked && (
        <FactorConfirm
          what={asked}
          onOffer={setOffer}
          onRemoved={() => void renew()}
          onClose={() => setAsked(undefined)}
        />
      )}
      {offer && (
        <FactorDialog
          offer={offer}
          confirm={async (code) => (await api(confirmFactor, { body: { code } })).recovery_codes}
          onClose={() => {
            setOffer(undefined);
            void renew();
          }}
        />
      )}
    </div>
  );
}
