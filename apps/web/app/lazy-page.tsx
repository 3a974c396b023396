import { type ComponentType, use } from "react";
import { checkForNewVersion } from "./new-version.ts";

/** React reads `status` of a promise: one that is known to be fulfilled does not suspend, not even for a moment. */
type Tracked = Promise<void> & { status?: "fulfilled" };

type Loaded<K extends string, P extends object> = Readonly<Record<K, ComponentType<P>>>;

export interface LazyPage<P extends object = object> {
  (props: P): React.ReactNode;
  /** The router calls it before it shows the page. */
  preload(): Promise<void>;
}

/**
 * A page, or a part of one, in its own chunk. Unlike the router's own helper it never reloads by itself: a chunk that is gone leads to the
 * check of NAV-03, and a server that is away to the failed state with its retry.
 */
export function lazyPage<K extends string, P extends object>(load: () => Promise<Loaded<K, P>>, name: K): LazyPage<P> {
  let loaded: ComponentType<P> | undefined;
  let loading: Tracked | undefined;

  const preload = (): Promise<void> => {
    loading ??= load()
      .then((module) => {
        loaded = module[name];
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
