/** Makes the ClickHouse engine ready where npm has none for this machine. */
export async function prepareEngine(_root: string): Promise<void> {}
