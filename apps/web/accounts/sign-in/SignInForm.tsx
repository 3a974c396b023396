import type { FormEvent, ReactNode } from "react";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/form/Checkbox.tsx";
import { FormAlert } from "../../ui/form/FormAlert.tsx";
import { LazyPart } from "../../ui/LazyPart.tsx";
import { lazyPage } from "../../ui/lazy-page.tsx";
import styles from "./login.module.css";
import { ReviewDialog } from "./ReviewDialog.tsx";
import type { Notice } from "./sign-in-outcome.ts";

const SignInNotice = lazyPage(() => import("./SignInNotice.tsx"), "SignInNotice");

interface SignInFormProps {
  form: {
    values: { remember: boolean };
    busy: boolean;
    set(field: "remember", ticked: boolean): void;
    onSubmit(event: FormEvent<HTMLFormElement>): void;
  };
  alert: string | undefined;
  notice: Notice | undefined;
  onNoticeClose(): void;
  /** Signs in with a code of the second factor. */
  onFactor(ticket: string, code: string): Promise<void>;
  children: ReactNode;
}

/** The frame of both ways to sign in: alert, fields, "remember me", button, and the notice of an account under review. */
export function SignInForm({ form, alert, notice, onNoticeClose, onFactor, children }: SignInFormProps) {
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
      <ReviewDialog
        open={notice?.kind === "review"}
        refused={notice?.kind === "review" ? notice.refused : undefined}
        onClose={onNoticeClose}
      />
      {notice && notice.kind !== "review" && (
        <LazyPart onFailed={onNoticeClose}>
          <SignInNotice notice={notice} onFactor={onFactor} onClose={onNoticeClose} />
        </LazyPart>
      )}
    </>
  );
}
