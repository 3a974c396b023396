import { Link, useNavigate } from "@tanstack/react-router";
import { ResetPassword } from "../../../accounts/registration/ResetPassword.tsx";
import { useText } from "../../../platform/i18n.ts";

export function ForgetPasswordPage() {
  const t = useText();
  const navigate = useNavigate();
  return (
    <ResetPassword
      signIn={
        <Link to="/Login" data-hit>
          {t("accounts.reset.back")}
        </Link>
      }
      onDone={() => void navigate({ to: "/Login" })}
    />
  );
}
