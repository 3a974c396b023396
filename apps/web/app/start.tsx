import "./texts.ts";
import "./app.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { startSessionTabs } from "../accounts/sessions/session-tabs.ts";
import { loadConfiguration } from "../settings/configuration.ts";
import { loadErrorTexts } from "./load-error-texts.ts";
import { queryClient } from "./query-client.ts";
import { router } from "./router.tsx";
import { ArrivalQuestion } from "./session/ArrivalQuestion.tsx";
import { cleanArrival } from "./session/arrival.ts";
import { followSignIn, watchSession } from "./session/watch-session.ts";

/** Puts the floors together and shows the page the address asks for. */
export function startApp(root: HTMLElement): void {
  cleanArrival(location, history);
  startSessionTabs(() => void followSignIn());
  watchSession();
  // Asked for at once, while the page's own chunk is still on its way.
  void loadConfiguration();
  void loadErrorTexts();
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <ArrivalQuestion />
      </QueryClientProvider>
    </StrictMode>,
  );
}
