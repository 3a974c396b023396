import { Suspense } from "react";
import { useStore } from "../../platform/kept.ts";
import { lazyPage } from "../lazy-page.tsx";
import { signOutQuestion } from "./ask-sign-out.ts";
import { signOutHere } from "./sign-out-here.ts";

const OwnTransmissions = lazyPage(() => import("../../frames/send/OwnTransmissions.tsx"), "OwnTransmissions");

export function SignOutQuestion() {
  const own = useStore(signOutQuestion);
  if (!own) return null;
  const close = () => signOutQuestion.set(null);
  return (
    <Suspense>
      <OwnTransmissions
        own={own}
        onStay={close}
        onSignOut={() => {
          close();
          void signOutHere();
        }}
      />
    </Suspense>
  );
}
