import { useStore } from "../../platform/kept.ts";
import { LazyPart } from "../../ui/LazyPart.tsx";
import { lazyPage } from "../../ui/lazy-page.tsx";
import { signOutQuestion } from "./ask-sign-out.ts";
import { signOutHere } from "./sign-out-here.ts";

const OwnTransmissions = lazyPage(() => import("../../frames/send/OwnTransmissions.tsx"), "OwnTransmissions");

export function SignOutQuestion() {
  const own = useStore(signOutQuestion);
  if (!own) return null;
  const close = () => signOutQuestion.set(null);
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
