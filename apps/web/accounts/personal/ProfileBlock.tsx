import { getProfile, ownProfile, type Profile, subUserForm, updateProfile } from "@canopy/contract/accounts/personal";
import type { CallArguments } from "@canopy/contract/platform/endpoint";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { api } from "../../platform/api.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { addNote } from "../../ui/float/notes.ts";
import { FormAlert } from "../../ui/form/FormAlert.tsx";
import { LeaveGuard } from "../../ui/form/LeaveGuard.tsx";
import { type ContractForm, useContractForm } from "../../ui/form/use-contract-form.ts";
import { meQuery } from "../me.ts";
import type { PersonValues } from "../registration/draft.ts";
import { PersonFields } from "../registration/PersonFields.tsx";
import styles from "./personal.module.css";

/** ACC-24: a sub-user has the organisation of the primary account, which it cannot change. */
export function ProfileBlock({ profile }: { profile: Profile }) {
  return profile.is_sub_user ? <SubUserProfile profile={profile} /> : <OwnProfile profile={profile} />;
}

function OwnProfile({ profile }: { profile: Profile }) {
  const client = useQueryClient();
  const form = useContractForm(ownProfile, {
    initial: profile,
    submit: ({ industry, organization_name, address, country, province, city, ...own }) => {
      const organisation = { industry, organization_name, address, country, province, city };
      return save(client, { ...own, organisation });
    },
  });
  return <ProfileForm form={form} isSubUser={false} />;
}

function SubUserProfile({ profile }: { profile: Profile }) {
  const client = useQueryClient();
  const form = useContractForm(subUserForm, {
    initial: profile,
    submit: ({ avatar, nick_name, gender, job, department, description }) =>
      save(client, { avatar, nick_name, gender, job, department, description }),
  });
  return <ProfileForm form={form} isSubUser />;
}

async function save(client: QueryClient, body: CallArguments<typeof updateProfile>["body"]): Promise<void> {
  const { message } = await api(updateProfile, { body });
  addNote({ tone: "done", text: message });
  await Promise.all([meQuery.queryKey, [getProfile.name]].map((queryKey) => client.invalidateQueries({ queryKey })));
}

function ProfileForm({ form, isSubUser }: { form: ContractForm<PersonValues>; isSubUser: boolean }) {
  const t = useText();
  return (
    <form className={styles.form} onSubmit={form.onSubmit} noValidate>
      <LeaveGuard isUnkept={form.isChanged} />
      <FormAlert text={form.formError} />
      <PersonFields
        form={form}
        size="normal"
        organisationFixed={isSubUser}
        onSet={(field, value) => form.text(field).onChange(value)}
      />
      <div>
        <Button kind="main" type="submit" busy={form.busy}>
          {t("accounts.personal.save")}
        </Button>
      </div>
    </form>
  );
}
