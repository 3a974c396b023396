import type { FormEvent, ReactNode } from "react";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/form/Checkbox.tsx";
import { FormAlert } from "../../ui/form/FormAlert.tsx";
import styles from "./login.module.css";
import { UnderReviewDialog } from "./UnderReviewDialog.tsx";

interface SignInFormProps {
  form: {
    values: { remember: boolean };
    busy: boolean;
    set(field: "remember", ticked: boolean): void;
    onSubmit(event: FormEvent<HTMLFormElement>): void;
  };
  alert: string | undefined;
  underReview: boolean;
  onReviewClose(): void;
  children: ReactNode;
}

/** The frame of both ways to sign in: alert, fields, "remember me", button, and the notice of an account under review. */
export function SignInForm({ form, alert, underReview, onReviewClose, children }: SignInFormProps) {
  const t = useText();
  return (
    <>
      <form className={styles.form} onSubmit={form.onSubmit} noValidate>
        <FormAlert text={alert} />
        {children}
        <Checkbox checked={form.values.remember} onChange={(ticked) => form.set("remember", ticked)}>
          {t("accounts.signIn.remember")}
        </Checkbox>
        <Button kind="main" size="entry" wide type="submit" busy={form.busy}>
          {t("accounts.signIn.submit")}
        </Button>
      </form>
      <UnderReviewDialog open={underReview} onClose={onReviewClose} />
    </>
  );
}
