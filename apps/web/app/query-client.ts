import { platformErrors } from "@canopy/contract/platform/errors";
import { CallError } from "@canopy/contract/platform/http-call";
import { MutationCache, type Query, QueryCache, QueryClient } from "@tanstack/react-query";
import { sessionEnded } from "../accounts/sign-out.ts";
import { isForbidden, setRefusedListener } from "../platform/api.ts";
import { missingRight } from "./rights/missing-right.ts";

/** A call that another try will not change: the server understood and said no. */
function isRefused(problem: unknown): boolean {
  return problem instanceof CallError && problem.status >= 400 && problem.status < 500;
}

/** The session ended on the server while a page was open: back to sign-in, then back to the page. */
function onProblem(problem: unknown): void {
  if (problem instanceof CallError && problem.code === platformErrors.unauthenticated.code) sessionEnded();
}

/** What one may no longer read is not shown any longer: without it, its page says who grants the right. */
function onReadProblem(problem: unknown, { queryKey, state }: Query<unknown, unknown>): void {
  onProblem(problem);
  if (isForbidden(problem) && state.data !== undefined) void queryClient.resetQueries({ queryKey, exact: true });
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: onReadProblem }),
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

/** A page may be refused many calls at once. */
const LOOK_AGAIN_MS = 5_000;
let lookedMs = Number.NEGATIVE_INFINITY;

// The page believed the call allowed: it reads everything anew, the rights too, so that its buttons tell what is so now.
setRefusedListener(({ access }) => {
  missingRight.set(access);
  const nowMs = performance.now();
  if (nowMs - lookedMs < LOOK_AGAIN_MS) return;
  lookedMs = nowMs;
  void queryClient.invalidateQueries();
});
