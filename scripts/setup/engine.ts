/** Makes the ClickHouse engine ready where npm has none for this machine. */
export async function prepareEngine(_root: string): Promise<void> {}

/** One sentence that says why the embedded engines cannot run here, or undefined. */
export async function engineProblem(_root: string): Promise<string | undefined> {
  return undefined;
}
