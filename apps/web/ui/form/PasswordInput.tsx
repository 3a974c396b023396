import { Eye, EyeOff, LockKeyhole } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { useText } from "../../platform/i18n.ts";
import { Icon } from "../marks/Icon.tsx";
import styles from "./controls.module.css";
import { TextInput, type TextInputProps } from "./TextInput.tsx";

interface PasswordInputProps extends Omit<TextInputProps, "type" | "trailing"> {
  autoComplete: "current-password" | "new-password";
}

/** Can be shown, and says when caps lock is on. */
export function PasswordInput(props: PasswordInputProps) {
  const t = useText();
  const [shown, setShown] = useState(false);
  const [caps, setCaps] = useState(false);
  const look = (event: KeyboardEvent) => setCaps(event.getModifierState("CapsLock"));

  return (
    <>
      <TextInput
        icon={LockKeyhole}
        spellCheck={false}
        autoCapitalize="none"
        {...props}
        type={shown ? "text" : "password"}
        onKeyDown={look}
        onKeyUp={look}
        onBlur={(event) => {
          setCaps(false);
          props.onBlur?.(event);
        }}
        trailing={
          <button
            type="button"
            className={styles.inside}
            aria-label={shown ? t("ui.input.hide") : t("ui.input.show")}
            aria-pressed={shown}
            onClick={() => setShown(!shown)}
          >
            <Icon of={shown ? Eye : EyeOff} size={16} />
          </button>
        }
      />
      <span role="status" className={styles.fieldNote} hidden={!caps}>
        {caps && t("ui.input.capsLock")}
      </span>
    </>
  );
}
