import { beforeEach } from "vitest";

/** Milliseconds since 1970, set by .ci/run. Journeys that begin later skip and are named, so that a slow machine still judges the rest. */
const UNTIL_MS = Number(process.env.CANOPY_TEST_UNTIL ?? Number.POSITIVE_INFINITY);

beforeEach(({ skip }) => skip(Date.now() > UNTIL_MS, "the time of the run is used up"));
