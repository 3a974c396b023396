/** How much longer than usual a journey waits: a machine that others share may run at a fifth of its speed. */
export const PATIENCE = process.env.CI ? 5 : 1;
