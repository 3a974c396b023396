import { type ComponentType, use } from "react";
import { checkForNewVersion } from "../platform/new-version.ts";

/** React reads `status` of a promise: one that is known to be fulfilled does not suspend, not even for a moment. */
type Tracked = Promise<void> & { status?: "fulfilled" };

type PropsOf<C> = C extends (props: infer P extends object) => unknown ? P : object;

export interface LazyPage<P extends object = object> {
  (props: P): React.ReactNode;
  /** The router calls it before it shows the page. */
  preload(): Promise<void>;
}

/** How long a failure is what a render reads: those that waited for it. One that begins later tries again. */
export const FAILED_FOR_MS = 1000;

/**
 * A page, or a part of one, in its own chunk. Unlike React's and the router's own helpers it neither fails for good nor
 * reloads by itself: a chunk that is gone leads to the check of NAV-03, and a server that is away to the failed state with
 * its retry.
 */
export function lazyPage<K extends string, M extends Readonly<Record<K, ComponentType<never>>>>(
  load: () => Promise<M>,
  name: K,
): LazyPage<PropsOf<M[K]>> {
  type P = PropsOf<M[K]>;
  let loaded: ComponentType<P> | undefined;
  let loading: Tracked | undefined;
  let failed: Tracked | undefined;

  const begin = (): Tracked => {
    const attempt: Tracked = load()
      .then((module) => {
        loaded = module[name] as ComponentType<P>;
        attempt.status = "fulfilled";
      })
      .catch(async (problem: unknown) => {
        // The page reloads: nothing more to show until then.
        if (await checkForNewVersion()) return new Promise<void>(() => undefined);
        loading = undefined;
        failed = attempt;
        setTimeout(() => {
          if (failed === attempt) failed = undefined;
        }, FAILED_FOR_MS);
        throw problem;
      });
    return attempt;
  };
  const preload = (): Tracked => {
    loading ??= begin();
    return loading;
  };

  // biome-ignore lint/correctness/noComponentHookFactories: called once per page, when the module loads
  function Page(props: P) {
    // React renders anew what waited for a promise that failed: without the failure it would load for ever.
    const awaited: Promise<void> = loading ?? failed ?? preload();
    use(awaited);
    const Shown = loaded;
    return Shown ? <Shown {...props} /> : null;
  }
  Page.preload = preload;
  return Page;
}
