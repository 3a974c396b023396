import { type FactorOffer, offerFactor, removeFactor } from "@canopy/contract/accounts/second-factor";
import { useMutation } from "@tanstack/react-query";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { addNote } from "../../ui/float/notes.ts";
import { Confirm } from "../../ui/form/Confirm.tsx";

/** A new key; the password is asked for where one is in force. */
export function useOffer(onOffer: (offer: FactorOffer) => void) {
  return useMutation({
    mutationFn: (password: string) => api(offerFactor, { body: { password } }),
    onSuccess: ({ data }) => onOffer(data),
    onError: (thrown) => addNote({ tone: "urgent", text: troubleOf(thrown).text }),
  });
}

interface FactorConfirmProps {
  what: "renew" | "remove";
  onOffer(offer: FactorOffer): void;
  onRemoved(): void;
  onClose(): void;
}

/** What is in force is changed or turned off with the password alone. */
export function FactorConfirm({ what, onOffer, onRemoved, onClose }: FactorConfirmProps) {
  const t = useText();
  const act = useMutation({
    mutationFn: async (password: string) => {
      if (what === "renew") onOffer((await api(offerFactor, { body: { password } })).data);
      else {
        await api(removeFactor, { body: { password } });
        onRemoved();
      }
    },
    onSuccess: onClose,
  });
  return (
    <Confirm
      open
      title={t(what === "renew" ? "accounts.factor.renewTitle" : "accounts.factor.offTitle")}
      action={t(what === "renew" ? "accounts.factor.renew" : "accounts.factor.turnOff")}
      asksPassword
      busy={act.isPending}
      error={act.error ? troubleOf(act.error).text : undefined}
      onConfirm={(password) => act.mutate(password)}
      onClose={onClose}
    >
      {t(what === "renew" ? "accounts.factor.renewNote" : "accounts.factor.offNote")}
    </Confirm>
  );
}
