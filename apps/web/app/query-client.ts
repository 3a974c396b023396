import { CallError } from "@canopy/contract/platform/client";
import { platformErrors } from "@canopy/contract/platform/errors";
import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { sessionEnded } from "../accounts/sign-out.ts";

/** A call that another try will not change: the server understood and said no. */
function isRefused(problem: unknown): boolean {
  return problem instanceof CallError && problem.status >= 400 && problem.status < 500;
}

/** The session ended on the server while a page was open: back to sign-in, then back to the page. */
function onProblem(problem: unknown): void {
  if (problem instanceof CallError && problem.code === platformErrors.unauthenticated.code) sessionEnded();
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: onProblem }),
  mutationCache: new MutationCache({ onError: onProblem }),
  defaultOptions: {
    queries: {
      retry: (failures, problem) => failures < 1 && !isRefused(problem),
      staleTime: 5_000,
      networkMode: "always",
    },
    mutations: { networkMode: "always" },
  },
});
