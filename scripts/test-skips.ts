// Tests that may skip in CI, where every other skip is a failure: a test that does not run proves nothing.

interface AllowedSkip {
  /** Of the line "file > title". */
  test: RegExp;
  reason: string;
}

export const ALLOWED_SKIPS: readonly AllowedSkip[] = [
  {
    test: /^(packages\/can\/(bus\/bus|gps\/gps|dbc\/write\/write|firmware\/firmware|logs\/corpus)|apps\/cli\/sql\/message-views|apps\/server\/diagnosis\/definitions\/definitions\.it)\.test\.ts > /,
    reason: "they read files of other people, which this repository may not hold",
  },
  {
    test: /^apps\/server\/transfers\/downloads\.it\.test\.ts > .* is read by (python-can|asammdf) /,
    reason: "a Python package that Debian does not have",
  },
  {
    test: /^apps\/server\/frames\/segments\/segment-format\.test\.ts > .* by read_segment\.py$/,
    reason: "needs Python's zstandard",
  },
  {
    test: /^apps\/server\/platform\/engines\/data-folder\.test\.ts > /,
    reason: "as root only, or in a folder that an ordinary user can enter, or where one may mount",
  },
  {
    test: /^apps\/(server\/testing\/faults\/disk-full\.it\.test\.ts > |cli\/restore\.it\.test\.ts > .*a full disk)/,
    reason: "a small disk can be mounted by root alone, and not in every container",
  },
  {
    test: /^apps\/server\/(platform\/files\/s3-files|frames\/store\/s3-listings|files\/file-contents|s3-program)\.it\.test\.ts > |^apps\/(server\/(lake|transfers)\/[\w-]+|cli\/(operator|backup-s3|restore))\.it\.test\.ts > .*S3|^apps\/server\/(files|transfers)\/([\w-]+\/)?[\w-]+\.it\.test\.ts > .*, s3 /,
    reason: "needs OpenStack Swift, which Debian alone has as a package",
  },
  {
    test: /^apps\/server\/testing\/cluster\/(cluster|scenes)\.it\.test\.ts > /,
    reason: "starts an installation of six processes: npm run test:cluster runs it",
  },
  {
    test: /^packages\/groovy\/conformance\/goldens\.test\.ts > .* by real Groovy/,
    reason: "needs Debian's groovy and a JVM",
  },
  {
    test: /^apps\/cli\/cli\.test\.ts > runs on the machine's own Node/,
    reason: "the machine's Node may be the packaged one's age",
  },
];

/** Behind the time that .ci/run gives (CANOPY_TEST_UNTIL). */
export const OUT_OF_TIME: AllowedSkip = { test: /^e2e\//, reason: "the time of the run was used up" };

export function unexpectedSkips(lines: readonly string[], allowed: readonly AllowedSkip[] = ALLOWED_SKIPS): string[] {
  return lines.filter((line) => !allowed.some(({ test }) => test.test(line)));
}
