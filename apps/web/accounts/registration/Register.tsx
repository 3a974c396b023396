import "../texts.ts";
import "./texts.ts";
import { register } from "@canopy/contract/accounts/registration";
import { PLATFORM } from "@canopy/contract/accounts/self";
import { CircleCheckBig } from "lucide-react";
import { type ReactNode, useState } from "react";
import { api } from "../../platform/api.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Icon } from "../../ui/marks/Icon.tsx";
import { SignInPicture } from "../sign-in/SignInPicture.tsx";
import { type Done, type Draft, forgetDraft, keepDraft, type PersonValues, readDraft } from "./draft.ts";
import { EmailStep } from "./EmailStep.tsx";
import { PersonStep } from "./PersonStep.tsx";
import styles from "./registration.module.css";
import { type Returned, returnedBy } from "./returned.ts";
import { type Step, StepLine } from "./StepLine.tsx";
import { UserStep } from "./UserStep.tsx";

interface RegisterProps {
  systemName: string;
  /** Of the address; a step that is not reached yet, or lost its secrets by a reload, is the first. */
  step: number;
  /** Of an invitation link. */
  merchant: string | undefined;
  merchantsOpen: boolean;
  signIn: ReactNode;
  terms: ReactNode;
  onStep(step: Step): void;
}

/** ACC-13: four short steps. What was typed stays in this tab, but for passwords and codes. */
export function Register(props: RegisterProps) {
  const { systemName, merchant, merchantsOpen, signIn, terms, onStep } = props;
  const t = useText();
  const [draft, setDraft] = useState<Draft>(() => readDraft(merchant));
  const [reached, setReached] = useState<Step>(1);
  const [returned, setReturned] = useState<Returned>();
  const step = draft.done ? 4 : reachedStep(props.step, reached);
  const change = (part: Partial<Draft>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    keepDraft(next);
  };
  const go = (to: Step) => {
    setReached((old) => (to > old ? to : old));
    onStep(to);
  };
  const send = async (person: PersonValues) => {
    const values = { ...draft.user, ...draft.email };
    try {
      const end = await sendRegistration({ ...draft, person });
      change({ person, done: end, user: { ...draft.user, password: "", confirm: "" } });
      onStep(4);
    } catch (thrown) {
      const back = returnedBy(thrown, values);
      if (!back) throw thrown;
      setReturned(back);
      onStep(back.step);
    }
  };
  const startAgain = () => {
    forgetDraft();
    setReturned(undefined);
    setDraft(readDraft(merchant));
    setReached(1);
    onStep(1);
  };

  return (
    <div className={styles.card}>
      <SignInPicture />
      <section className={styles.side} aria-labelledby="register-title">
        <header className={styles.head}>
          <h1 id="register-title" className={styles.title}>
            {t("accounts.register.title", { system: systemName })}
          </h1>
          <span className={styles.note}>
            {t("accounts.register.hasAccount")} {signIn}
          </span>
        </header>
        <StepLine step={step} />
        {step === 1 && (
          <UserStep
            initial={draft.user}
            invitedBy={merchant}
            merchantsOpen={merchantsOpen}
            returned={returned}
            terms={terms}
            onChange={(user) => change({ user })}
            onNext={(user) => {
              change({ user });
              go(2);
            }}
          />
        )}
        {step === 2 && (
          <EmailStep
            initial={draft.email}
            returned={returned}
            onChange={(email) => change({ email })}
            onBack={() => go(1)}
            onSkip={() => {
              change({ email: { email: "", email_verification_code: "" } });
              go(3);
            }}
            onNext={(email) => {
              change({ email });
              go(3);
            }}
          />
        )}
        {step === 3 && (
          <PersonStep
            initial={draft.person}
            onChange={(person) => change({ person })}
            onBack={() => go(2)}
            onSend={send}
          />
        )}
        {step === 4 && draft.done && <Finished done={draft.done} signIn={signIn} onAgain={startAgain} />}
      </section>
    </div>
  );
}

function reachedStep(asked: number, reached: Step): 1 | 2 | 3 {
  const step = Math.min(asked, reached);
  return step >= 3 ? 3 : step === 2 ? 2 : 1;
}

async function sendRegistration({ user, email, person }: Draft): Promise<Done> {
  const { confirm: _, agreed: __, ...account } = user;
  const body = { ...account, ...email, ...person, namespace: user.name, username: user.name, platform: PLATFORM };
  const { state } = await api(register, { body }, { idempotencyKey: crypto.randomUUID() });
  return { name: user.name, organisation: person.organization_name, state };
}

interface FinishedProps {
  done: Done;
  signIn: ReactNode;
  onAgain(): void;
}

function Finished({ done, signIn, onAgain }: FinishedProps) {
  const t = useText();
  return (
    <div className={styles.finished} role="status">
      <Icon of={CircleCheckBig} size={40} />
      <h2>{t(`accounts.register.done.${done.state}`)}</h2>
      <p>{t("accounts.register.doneWho", { name: done.name, organisation: done.organisation })}</p>
      <p className={styles.note}>{t(`accounts.register.doneNote.${done.state}`)}</p>
      <p>{signIn}</p>
      <Button kind="link" onClick={onAgain}>
        {t("accounts.register.again")}
      </Button>
    </div>
  );
}
