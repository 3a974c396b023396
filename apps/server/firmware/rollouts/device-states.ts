/** From the command until the new version is told: nobody else may upgrade the device. */
export const ACTIVE = ["asked", "downloading", "verifying", "installing", "restarting"];
/** It can still be told to. */
export const OPEN = ["waiting", "offline", "gated"];

/** Told at most so often, also where nobody asks for it. */
export const MAX_TRIES = 3;
/** Another try may help. */
export const RETRIED = ["download", "hash", "silent", "refused"];
