import { type ComponentType, use } from "react";
import { checkForNewVersion } from "./new-version.ts";

/** React reads `status` of a promise: one that is known to be fulfilled does not suspend, not even for a moment. */
type Tracked = Promise<void> & { status?: "fulfilled" };

type PropsOf<C> = C extends (props: infer P extends object) => unknown ? P : object;

export interface LazyPage<P extends object = object> {
  (props: P): React.ReactNode;
  /** The router calls it before it shows the page. */
  preload(): Promise<void>;
}

/**
 * A page, or a part of one, in its own chunk. Unlike the router's own helper it never reloads by itself: a chunk that is
 * gone leads to the check of NAV-03, and a server that is away to the failed state with its retry.
 */
export function lazyPage<K extends string, M extends Readonly<Record<K, ComponentType<never>>>>(
  load: () => Promise<M>,
  name: K,
): LazyPage<PropsOf<M[K]>> {
  type P = PropsOf<M[K]>;
  let loaded: ComponentType<P> | undefined;
  let loading: Tracked | undefined;

  const preload = (): Promise<void> => {
    loading ??= load()
      .then((module) => {
        loaded = module[name] as ComponentType<P>;
        if (loading) loading.status = "fulfilled";
      })
      .catch(async (problem: unknown) => {
        loading = undefined;
        // The page reloads: nothing more to show until then.
        if (await checkForNewVersion()) return new Promise<void>(() => undefined);
        throw problem;
      });
    return loading;
  };

  // biome-ignore lint/correctness/noComponentHookFactories: called once per page, when the module loads
  function Page(props: P) {
    use(preload());
    const Shown = loaded;
    return Shown ? <Shown {...props} /> : null;
  }
  Page.preload = preload;
  return Page;
}
