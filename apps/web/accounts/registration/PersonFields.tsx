import { GENDERS } from "@canopy/contract/accounts/person";
import { type TextKey, useText } from "../../platform/i18n.ts";
import { Field } from "../../ui/form/Field.tsx";
import { Segmented } from "../../ui/form/Segmented.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import type { ContractForm } from "../../ui/form/use-contract-form.ts";
import { AvatarField } from "./AvatarField.tsx";
import type { PersonValues } from "./draft.ts";
import styles from "./registration.module.css";

type TextName = Exclude<keyof PersonValues & string, "avatar" | "gender">;

interface Row {
  field: TextName;
  label: TextKey;
  required?: true;
  max: number;
  autoComplete?: string;
  /** Of the organisation: a sub-user has the primary account's (ACC-24). */
  ofOrganisation?: true;
}

const ROWS: readonly Row[] = [
  { field: "nick_name", label: "accounts.person.nickName", required: true, max: 20, autoComplete: "nickname" },
  { field: "job", label: "accounts.person.job", required: true, max: 32, autoComplete: "organization-title" },
  { field: "organization_name", label: "accounts.person.organisation", required: true, max: 32, ofOrganisation: true },
  { field: "industry", label: "accounts.person.industry", required: true, max: 32, ofOrganisation: true },
  { field: "address", label: "accounts.person.address", required: true, max: 32, ofOrganisation: true },
  { field: "country", label: "accounts.person.country", max: 64, ofOrganisation: true },
  { field: "province", label: "accounts.person.province", max: 64, ofOrganisation: true },
  { field: "city", label: "accounts.person.city", max: 64, ofOrganisation: true },
  { field: "department", label: "accounts.person.department", max: 64 },
  { field: "description", label: "accounts.person.description", max: 512 },
];

interface PersonFieldsProps {
  form: ContractForm<PersonValues>;
  size: "normal" | "entry";
  /** The organisation's fields are another person's. */
  organisationFixed?: boolean;
  onSet(field: keyof PersonValues & string, value: string): void;
}

/** ACC-15: avatar, person and organisation. */
export function PersonFields({ form, size, organisationFixed = false, onSet }: PersonFieldsProps) {
  const t = useText();
  const genders = GENDERS.map((gender) => ({
    value: gender,
    label: t(gender === GENDERS[0] ? "accounts.person.male" : "accounts.person.female"),
  }));
  return (
    <>
      <AvatarField
        picture={form.values.avatar ?? ""}
        error={form.errorOf("avatar")?.text}
        onChange={(picture) => onSet("avatar", picture)}
      />
      <div className={styles.pair}>
        <Field label={t("accounts.person.gender")} required>
          {() => (
            <Segmented
              label={t("accounts.person.gender")}
              options={genders}
              value={form.values.gender ?? GENDERS[0]}
              onChange={(gender) => onSet("gender", gender)}
            />
          )}
        </Field>
        {ROWS.map(({ field, label, required = false, max, autoComplete = "off", ofOrganisation }) => {
          const isFixed = organisationFixed && ofOrganisation === true;
          return (
            <Field
              key={field}
              label={t(label)}
              error={form.errorOf(field)}
              hint={isFixed ? t("accounts.person.setByPrimary") : undefined}
              required={required}
            >
              {(control) => (
                <TextInput
                  {...control}
                  {...form.text(field)}
                  onChange={(typed) => onSet(field, typed)}
                  size={size}
                  disabled={isFixed}
                  // Twice the rule: what is too long is said, not cut.
                  maxLength={2 * max}
                  autoComplete={autoComplete}
                />
              )}
            </Field>
          );
        })}
      </div>
    </>
  );
}
