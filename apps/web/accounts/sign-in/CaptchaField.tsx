import { RefreshCw, ShieldCheck } from "lucide-react";
import { useText } from "../../platform/i18n.ts";
import { Field, type FieldError } from "../../ui/form/Field.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import styles from "./login.module.css";
import type { Captcha } from "./use-captcha.ts";

interface CaptchaFieldProps {
  captcha: Captcha;
  value: string;
  error: string | FieldError | undefined;
  onChange(value: string): void;
  onBlur(): void;
}

/** Input, picture and renewal in one line. */
export function CaptchaField({ captcha, value, error, onChange, onBlur }: CaptchaFieldProps) {
  const t = useText();
  return (
    <Field label={t("accounts.signIn.captcha")} error={error}>
      {(control) => (
        <div className={styles.captcha}>
          <TextInput
            {...control}
            name="svgCode"
            size="entry"
            icon={ShieldCheck}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={16}
            placeholder={t("accounts.signIn.captchaHint")}
            value={captcha.stale ? "" : value}
            onChange={(typed) => {
              captcha.typed();
              onChange(typed);
            }}
            onBlur={onBlur}
          />
          <Picture captcha={captcha} />
          <IconButton icon={RefreshCw} label={t("accounts.signIn.captchaRenew")} onClick={captcha.renew} />
        </div>
      )}
    </Field>
  );
}

function Picture({ captcha }: { captcha: Captcha }) {
  const t = useText();
  if (captcha.failed) return <span className={styles.noPicture}>{t("accounts.signIn.captchaFailed")}</span>;
  if (!captcha.picture) return <span className={styles.noPicture} />;
  return (
    <span className={styles.picture} role="img" aria-label={t("accounts.signIn.captchaPicture")}>
      <span className={styles.ink} style={{ maskImage: `url("${captcha.picture}")` }} />
    </span>
  );
}
