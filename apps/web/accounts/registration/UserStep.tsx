import { fieldErrors } from "@canopy/contract/accounts/errors";
import { MERCHANT, OWNER, userStep } from "@canopy/contract/accounts/registration";
import { isMobile, newMobile, registrationUsername } from "@canopy/contract/accounts/rules";
import { CODE_BY_PHONE, sendManagerVerificationCode } from "@canopy/contract/accounts/verification-codes";
import { ArrowRight, Building2, User } from "lucide-react";
import type { ReactNode } from "react";
import { api } from "../../platform/api.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/form/Checkbox.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { FormAlert } from "../../ui/form/FormAlert.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { useContractForm } from "../../ui/form/use-contract-form.ts";
import { CodeField } from "../sign-in/CodeField.tsx";
import { useSendCode } from "../sign-in/use-send-code.ts";
import type { UserValues } from "./draft.ts";
import { Free } from "./Free.tsx";
import { KindChoice } from "./KindChoice.tsx";
import { MobileField } from "./MobileField.tsx";
import { PasswordFields } from "./PasswordFields.tsx";
import styles from "./registration.module.css";
import { type Returned, returnedFor } from "./returned.ts";
import { useAvailable } from "./use-available.ts";

interface UserStepProps {
  initial: UserValues;
  /** From an invitation link: filled and fixed. */
  invitedBy: string | undefined;
  merchantsOpen: boolean;
  returned: Returned | undefined;
  terms: ReactNode;
  onChange(values: UserValues): void;
  onNext(values: UserValues): void;
}

/** ACC-13, ACC-14: kind, name, phone, password. */
export function UserStep(props: UserStepProps) {
  const { initial, invitedBy, merchantsOpen, returned, terms, onChange, onNext } = props;
  const t = useText();
  const form = useContractForm(userStep, { initial, submit: onNext });
  const { values } = form;
  const set = <K extends keyof UserValues & string>(field: K, value: UserValues[K]) => {
    form.set(field, value);
    onChange({ ...values, [field]: value });
  };
  const text = (field: keyof UserValues & string) => ({
    ...form.text(field),
    onChange: (typed: string) => {
      form.text(field).onChange(typed);
      onChange({ ...values, [field]: typed });
    },
  });
  const isOwner = values.tenant_type === OWNER;
  const merchant = useAvailable({
    field: "merchant_id",
    value: values.merchant_id,
    isValid: isOwner,
    code: fieldErrors.merchantIdInvalid.code,
  });
  const name = useAvailable({
    field: "name",
    value: values.name,
    isValid: registrationUsername.safeParse(values.name).success,
    code: fieldErrors.usernameExists.code,
  });
  const mobile = useAvailable({
    field: "mobile",
    value: values.mobile,
    isValid: isMobile(values.mobile, values.region),
    code: fieldErrors.phoneExists.code,
  });
  const sending = useSendCode({
    rule: newMobile.refine((typed) => isMobile(typed, values.region), fieldErrors.phoneFormat.code),
    send: (destination) =>
      api(sendManagerVerificationCode, {
        body: { type: CODE_BY_PHONE, destination, purpose: "register", region: values.region },
      }),
  });
  const errorOf = (field: keyof UserValues & string) => form.errorOf(field) ?? returnedFor(returned, field, values);
  const atPhone = sending.phoneProblem ? { text: sending.phoneProblem } : undefined;
  const leave = (field: keyof UserValues & string, answer: { onLeave(): void }) => () => {
    form.text(field).onBlur();
    answer.onLeave();
  };

  return (
    <form className={styles.form} onSubmit={form.onSubmit} noValidate>
      <FormAlert text={form.formError ?? sending.formProblem} />
      <KindChoice
        value={values.tenant_type}
        merchantsOpen={merchantsOpen && invitedBy === undefined}
        onChange={(kind) => set("tenant_type", kind === MERCHANT ? MERCHANT : OWNER)}
      />
      <div className={styles.pair}>
        {isOwner && (
          <Field
            label={t("accounts.register.merchantId")}
            hint={t("accounts.register.merchantIdHint")}
            error={errorOf("merchant_id") ?? merchant.error}
            required
          >
            {(control) => (
              <TextInput
                {...control}
                {...text("merchant_id")}
                onBlur={leave("merchant_id", merchant)}
                size="entry"
                icon={Building2}
                readOnly={invitedBy !== undefined}
                autoComplete="off"
                maxLength={64}
                trailing={merchant.isFree && <Free text={t("accounts.register.merchantFound")} />}
              />
            )}
          </Field>
        )}
        <Field
          label={t("accounts.register.name")}
          hint={t("accounts.register.nameHint")}
          error={errorOf("name") ?? name.error}
          required
        >
          {(control) => (
            <TextInput
              {...control}
              {...text("name")}
              onBlur={leave("name", name)}
              size="entry"
              icon={User}
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={64}
              trailing={name.isFree && <Free text={t("accounts.register.free")} />}
            />
          )}
        </Field>
      </div>
      <div className={styles.pair}>
        <MobileField
          region={values.region}
          onRegion={(region) => set("region", region)}
          text={{
            ...text("mobile"),
            onChange: (typed) => {
              sending.forget();
              set("mobile", typed);
            },
            onBlur: leave("mobile", mobile),
          }}
          error={errorOf("mobile") ?? atPhone ?? mobile.error}
          isFree={mobile.isFree}
        />
        <CodeField
          required
          text={text("mobile_verification_code")}
          error={errorOf("mobile_verification_code")}
          note={sending.sent ? t("accounts.signIn.codeSent") : undefined}
          sending={sending.busy}
          waitSeconds={sending.waitSeconds}
          onSend={() => sending.send(values.mobile)}
        />
      </div>
      <div className={styles.pair}>
        <PasswordFields
          password={{ text: text("password"), error: errorOf("password") }}
          confirm={{ text: text("confirm"), error: errorOf("confirm") }}
        />
      </div>
      <Agreement
        ticked={values.agreed}
        error={errorOf("agreed")?.text}
        terms={terms}
        onChange={(ticked) => set("agreed", ticked)}
      />
      <div className={styles.foot}>
        <span className={styles.note}>{t("accounts.register.keeps")}</span>
        <Button kind="main" size="entry" type="submit" icon={ArrowRight} busy={form.busy}>
          {t("accounts.register.next.2")}
        </Button>
      </div>
    </form>
  );
}

interface AgreementProps {
  ticked: boolean;
  error: string | undefined;
  terms: ReactNode;
  onChange(ticked: boolean): void;
}

function Agreement({ ticked, error, terms, onChange }: AgreementProps) {
  const t = useText();
  return (
    <div className={styles.agreement}>
      <Checkbox name="agreed" checked={ticked} onChange={onChange} aria-invalid={error !== undefined}>
        {t("accounts.register.agree")}
      </Checkbox>
      {terms}
      {error && (
        <p role="alert" className={styles.warning}>
          {error}
        </p>
      )}
    </div>
  );
}
