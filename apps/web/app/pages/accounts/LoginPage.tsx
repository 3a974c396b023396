import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { SignIn } from "../../../accounts/sign-in/SignIn.tsx";
import { translate, useText } from "../../../platform/i18n.ts";
import { useConfiguration } from "../../../settings/configuration.ts";
import { addNote } from "../../../ui/float/notes.ts";
import { useSystemName } from "../../header/system-name.ts";
import { afterSignIn } from "../../session/after-sign-in.ts";
import { handOverResult, takeArrived } from "../../session/arrival.ts";
import { safeReturn } from "../../session/return-address.ts";

export function LoginPage() {
  const t = useText();
  const navigate = useNavigate();
  const search: { redirect?: string; company?: unknown } = useSearch({ strict: false });
  const [arrived] = useState(takeArrived);
  const { link } = useConfiguration();
  const systemName = useSystemName();

  useEffect(() => {
    void handOverResult().then((result) => {
      if (result === "refused") addNote({ tone: "ordinary", text: translate("app.signIn.linkEnded") });
    });
  }, []);

  /** ACC-08 */
  const goOn = async () => {
    const { user } = await afterSignIn();
    addNote({ tone: "done", text: translate("app.signIn.welcome", { name: user.nick_name || user.name }) });
    await navigate({ href: safeReturn(search.redirect), replace: true });
  };

  return (
    <SignIn
      systemName={systemName}
      hasDemo={link.demo}
      forgot={
        <Link to="/ForgetPassword" data-hit>
          {t("accounts.signIn.forgot")}
        </Link>
      }
      register={
        <Link to="/Register" data-hit>
          {t("accounts.signIn.register")}
        </Link>
      }
      arrived={arrived}
      company={String(search.company ?? "")}
      onSignedIn={goOn}
    />
  );
}
