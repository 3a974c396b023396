import { useText } from "../../platform/i18n.ts";
import { useStore } from "../../platform/kept.ts";
import { Confirm } from "../../ui/form/Confirm.tsx";
import { LazyPart } from "../../ui/LazyPart.tsx";
import { lazyPage } from "../../ui/lazy-page.tsx";
import { askAboutSending, signOutQuestion } from "./ask-sign-out.ts";
import { signOutHere } from "./sign-out-here.ts";

const OwnTransmissions = lazyPage(() => import("../../frames/send/OwnTransmissions.tsx"), "OwnTransmissions");

export function SignOutQuestion() {
  const t = useText();
  const own = useStore(signOutQuestion);
  if (!own) return null;
  const close = () => signOutQuestion.set(null);
  if (own === "unkept")
    return (
      <Confirm
        open
        title={t("ui.form.leaveTitle")}
        action={t("ui.form.leave")}
        onClose={close}
        onConfirm={() => {
          close();
          void askAboutSending();
        }}
      >
        {t("ui.form.leaving")}
      </Confirm>
    );
  return (
    <LazyPart onFailed={close}>
      <OwnTransmissions
        own={own}
        onStay={close}
        onSignOut={() => {
          close();
          void signOutHere();
        }}
      />
    </LazyPart>
  );
}
