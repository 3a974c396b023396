import "../texts.ts";
import { Building2, Play } from "lucide-react";
import { type ReactNode, useState } from "react";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { FormAlert } from "../../ui/form/FormAlert.tsx";
import { LazyPart } from "../../ui/LazyPart.tsx";
import { lazyPage } from "../../ui/lazy-page.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import { CodeForm } from "./CodeForm.tsx";
import styles from "./login.module.css";
import { PasswordForm } from "./PasswordForm.tsx";
import { SignInPicture } from "./SignInPicture.tsx";
import { signInToDemo } from "./sign-in.ts";
import { ThirdLogins } from "./ThirdLogins.tsx";
import { useCaptcha } from "./use-captcha.ts";

const Arriving = lazyPage(() => import("./Arriving.tsx"), "Arriving");
const CompanySignInDialog = lazyPage(() => import("./CompanySignInDialog.tsx"), "CompanySignInDialog");

interface SignInProps {
  systemName: string;
  hasDemo: boolean;
  /** Links to other pages, which this floor does not know. */
  forgot: ReactNode;
  register: ReactNode;
  /** What another site sent back to this page; empty: one came by oneself. */
  arrived: string;
  /** The company that the address names. */
  company: string;
  /** The session is stored: load the user's data and continue. */
  onSignedIn(): Promise<void>;
}

/** ACC-01: both ways to sign in, the demo, and the way to an account. */
export function SignIn({ systemName, hasDemo, forgot, register, arrived, company, onSignedIn }: SignInProps) {
  const t = useText();
  const captcha = useCaptcha();
  const [mode, setMode] = useState<"password" | "code">("password");
  const [refusal, setRefusal] = useState<{ text: string; ticket: string }>();
  const [isAsking, setAsking] = useState(false);
  /** ACC-20: the first use of weixin binds it to the account that signs in here. */
  const goOn = async () => {
    if (refusal?.ticket) await (await import("./finish-arrival.ts")).bindArrived(refusal.ticket);
    await onSignedIn();
  };
  const modes = [
    { value: "password", label: t("accounts.signIn.byPassword") },
    { value: "code", label: t("accounts.signIn.byCode") },
  ] as const;

  return (
    <div className={styles.card}>
      <SignInPicture />
      <section className={styles.side} aria-labelledby="sign-in-title">
        <h1 id="sign-in-title" className={styles.title}>
          {t("accounts.signIn.title", { system: systemName })}
        </h1>
        <p className={styles.note}>{t("accounts.signIn.note")}</p>
        {arrived && refusal === undefined && (
          <LazyPart>
            <Arriving
              query={arrived}
              onSignedIn={onSignedIn}
              onRefused={(text, ticket) => setRefusal({ text, ticket })}
            />
          </LazyPart>
        )}
        <FormAlert text={refusal?.text} />
        <Tabs label={t("accounts.signIn.modes")} tabs={modes} value={mode} onChange={setMode}>
          {mode === "password" ? (
            <PasswordForm captcha={captcha} forgot={forgot} onSignedIn={goOn} />
          ) : (
            <CodeForm onSignedIn={goOn} />
          )}
        </Tabs>
        <div className={styles.below}>
          {hasDemo && <DemoButton onSignedIn={onSignedIn} />}
          <Button size="entry" wide icon={Building2} onClick={() => setAsking(true)}>
            {t("accounts.signIn.company")}
          </Button>
          <ThirdLogins />
          <p className={styles.register}>
            {t("accounts.signIn.noAccount")}
            {register}
          </p>
        </div>
        {isAsking && (
          <LazyPart onFailed={() => setAsking(false)}>
            <CompanySignInDialog company={company} onClose={() => setAsking(false)} />
          </LazyPart>
        )}
      </section>
    </div>
  );
}

function DemoButton({ onSignedIn }: { onSignedIn(): Promise<void> }) {
  const t = useText();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const enter = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      await signInToDemo();
      await onSignedIn();
    } catch (thrown) {
      setProblem(troubleOf(thrown).text);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button size="entry" wide icon={Play} busy={busy} onClick={() => void enter()}>
        {t("accounts.signIn.demo")}
      </Button>
      <FormAlert text={problem} />
    </>
  );
}
