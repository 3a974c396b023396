/** Polling interval of an idle worker: jobs of this process wake it, jobs of other processes wait up to this long. */
const POLL_MS = 2_000;

export interface QueueWorker {
  /** There may be something to do. */
  wake(): void;
  /** Takes no new jobs; settles when the running ones have ended. */
  stop(): Promise<void>;
}

interface Work<Claimed> {
  /** Undefined: there is nothing to do. */
  claim(): Promise<Claimed | undefined>;
  run(claimed: Claimed): Promise<void>;
  onError(error: unknown): void;
}

/** One job after another, the next one right behind the last. */
export function workQueue<Claimed>({ claim, run, onError }: Work<Claimed>): QueueWorker {
  let isStopping = false;
  let isWoken = false;
  let endWait: (() => void) | undefined;

  async function workOnce(): Promise<boolean> {
    try {
      const claimed = await claim();
      if (claimed === undefined) return false;
      await run(claimed);
      return true;
    } catch (error) {
      onError(error);
      return false;
    }
  }

  const wait = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, POLL_MS);
      endWait = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  async function loop(): Promise<void> {
    while (!isStopping) {
      isWoken = false;
      const wasBusy = await workOnce();
      if (!wasBusy && !isWoken && !isStopping) await wait();
    }
  }

  const wake = () => {
    isWoken = true;
    endWait?.();
  };
  const ended = loop();
  return {
    wake,
    stop: () => {
      isStopping = true;
      wake();
      return ended;
    },
  };
}
