/** How much longer than usual a journey waits: a machine that others share may run at a third of its speed. */
export const PATIENCE = process.env.CI ? 3 : 1;
