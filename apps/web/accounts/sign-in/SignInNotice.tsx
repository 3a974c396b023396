import { factorOffer, setUpFactor } from "@canopy/contract/accounts/second-factor";
import { api } from "../../platform/api.ts";
import { FirstPasswordDialog } from "../people/FirstPasswordDialog.tsx";
import { FactorDialog } from "../personal/FactorDialog.tsx";
import { FactorSignInDialog } from "../personal/FactorSignInDialog.tsx";
import type { Notice } from "./sign-in-outcome.ts";

interface SignInNoticeProps {
  notice: Exclude<Notice, { kind: "review" }>;
  onFactor(ticket: string, code: string): Promise<void>;
  onClose(): void;
}

/** What still stands between a right secret and a session; loaded when it is met. */
export function SignInNotice({ notice, onFactor, onClose }: SignInNoticeProps) {
  const { kind, ticket } = notice;
  if (kind === "firstPassword") return <FirstPasswordDialog ticket={ticket} onClose={onClose} />;
  // With a key: the tenant requires what the user does not have yet.
  const offer = factorOffer.safeParse(notice.details);
  if (!offer.success) return <FactorSignInDialog onCode={(code) => onFactor(ticket, code)} onClose={onClose} />;
  const confirm = async (code: string) =>
    (await api(setUpFactor, { body: { security_ticket: ticket, code } })).recovery_codes;
  return <FactorDialog offer={offer.data} confirm={confirm} onClose={onClose} />;
}
