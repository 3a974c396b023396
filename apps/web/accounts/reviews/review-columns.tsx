import type { RegistrationRow } from "@canopy/contract/accounts/reviews";
import { useText } from "../../platform/i18n.ts";
import type { Column } from "../../ui/list/columns.ts";
import { Chip } from "../../ui/marks/Chip.tsx";
import { TimeText } from "../../ui/time/TimeText.tsx";

const TONE = { review: "ordinary", active: "green", refused: "urgent" } as const;

export function useReviewColumns(): Column<RegistrationRow>[] {
  const t = useText();
  return [
    {
      key: "applicant",
      title: t("accounts.reviews.applicant"),
      always: true,
      card: "title",
      cell: ({ user_name, nick_name }) => `${user_name} · ${nick_name}`,
    },
    {
      key: "organisation",
      title: t("accounts.reviews.organisation"),
      cell: ({ organization_name }) => organization_name,
    },
    {
      key: "kind",
      title: t("accounts.reviews.kind"),
      cell: ({ tenant_type }) => t(tenant_type === 1 ? "accounts.reviews.kind.1" : "accounts.reviews.kind.0"),
    },
    {
      key: "merchant",
      title: t("accounts.reviews.merchant"),
      cell: ({ merchant_name }) => merchant_name ?? "",
    },
    { key: "mobile", title: t("accounts.reviews.mobile"), cell: ({ mobile }) => mobile },
    {
      key: "email",
      title: t("accounts.reviews.email"),
      cell: ({ has_email }) => t(has_email ? "accounts.reviews.proven" : "accounts.reviews.none"),
    },
    {
      key: "applied",
      title: t("accounts.reviews.applied"),
      cell: ({ applied_time }) => <TimeText at={applied_time} />,
    },
    {
      key: "state",
      title: t("accounts.reviews.state"),
      card: "aside",
      cell: ({ state, reason }) => (
        <span title={reason || undefined}>
          <Chip tone={TONE[state]}>{t(`accounts.reviews.state.${state}`)}</Chip>
        </span>
      ),
    },
  ];
}
