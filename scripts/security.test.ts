import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";

const ROOT = dirname(import.meta.dirname);
const PAGE = "docs/security.md";
const STATES = ["holds", "partly", "open", "operator", "not used"];
const OPERATIONS = "docs/operations.md";

interface Requirement {
  readonly id: string;
  readonly asked: string;
  readonly state: string;
  readonly proof: string;
}

/** A file, and a piece of a title or a line that must stand in it: `path` "piece". */
const PROOF = /`((?:[\w.-]+\/)+[\w.-]+)`(?: "([^"]+)")?/g;

const textOf = (path: string) => readFileSync(join(ROOT, path), "utf8");
const page = textOf(PAGE);
const ids = textOf("scripts/fixtures/asvs-ids.txt").trim().split("\n");

/** Cells of the rows of a part of the page. */
function rowsBelow(text: string, heading: string): string[][] {
  const [, part = ""] = text.split(`\n${heading}\n`);
  const [table = ""] = part.split(/\n#{2,3} /);
  const rows = table.split("\n").filter((line) => line.startsWith("| "));
  return rows.slice(1).map((line) => {
    const cells = line.split("|").slice(1, -1);
    return cells.map((cell) => cell.trim());
  });
}

function requirementsOf(text: string): Requirement[] {
  const [, part = ""] = text.split("\n## Requirements of ASVS\n");
  return [...part.matchAll(/^\| (V[\d.]+) \| (.+) \| (.+) \| (.+) \|$/gm)].map(
    ([, id = "", asked = "", state = "", proof = ""]) => ({ id, asked, state, proof }),
  );
}

const proofsOf = ({ proof }: Requirement) =>
  [...proof.matchAll(PROOF)].map(([, path = "", piece]) => ({ path, piece }));

/** Of this page a piece is a heading: the row that quotes it would prove itself. */
const hasPiece = (path: string, piece: string) => textOf(path).includes(path === PAGE ? `\n## ${piece}\n` : piece);

/** What is wrong with the proofs of a requirement. */
function faultsOf(requirement: Requirement): string[] {
  const { id, state } = requirement;
  const proofs = proofsOf(requirement);
  const faults = proofs.flatMap(({ path, piece }) => {
    if (!existsSync(join(ROOT, path))) return [`${id}: ${path} is not there`];
    return piece === undefined || hasPiece(path, piece) ? [] : [`${id}: ${path} has no "${piece}"`];
  });
  if (!STATES.includes(state)) faults.push(`${id}: ${state} is no state`);
  if (["holds", "partly"].includes(state) && proofs.length === 0) faults.push(`${id}: no proof`);
  const isTold = proofs.some(({ path, piece }) => path === OPERATIONS && piece !== undefined);
  if (state === "operator" && !isTold) faults.push(`${id}: no line of ${OPERATIONS}`);
  return faults;
}

describe("docs/security.md", () => {
  const requirements = requirementsOf(page);

  it("has each requirement of ASVS 5.0 of levels 1 and 2 once, in its order", () => {
    expect(ids).toHaveLength(253);
    expect(requirements.map(({ id }) => id)).toEqual(ids);
  });

  it("names proofs that exist", () => {
    expect(requirements.flatMap(faultsOf)).toEqual([]);
  });

  it("counts by state what it lists", () => {
    const counted = rowsBelow(page, "## How far").map(([state, , count]) => [state, Number(count)]);
    const listed = STATES.map((state) => [state, requirements.filter((one) => one.state === state).length]);
    expect(counted).toEqual([...listed, ["all", ids.length]]);
  });

  it("says of everything that is open or holds partly what is missing", () => {
    const told = rowsBelow(page, "### What is missing");
    expect(told.filter(([, , missing = ""]) => missing.length < 20)).toEqual([]);
    const expected = ["open", "partly"].flatMap((state) =>
      requirements.filter((one) => one.state === state).map(({ id }) => [id, state]),
    );
    expect(told.map(([id, state]) => [id, state])).toEqual(expected);
  });
});

describe("the check of it", () => {
  it.each([
    ["a file that is gone", "holds", "`apps/server/gone.test.ts`", "V1.1.1: apps/server/gone.test.ts is not there"],
    [
      "a heading that this page has not",
      "holds",
      '`docs/security.md` "never there"',
      'V1.1.1: docs/security.md has no "never there"',
    ],
    [
      "a piece that is gone",
      "partly",
      '`scripts/floors.ts` "never there"',
      'V1.1.1: scripts/floors.ts has no "never there"',
    ],
    ["no proof", "holds", "believe us", "V1.1.1: no proof"],
    ["an unknown state", "probably", "–", "V1.1.1: probably is no state"],
    ["nothing for the operator", "operator", "`scripts/floors.ts`", "V1.1.1: no line of docs/operations.md"],
  ])("finds %s", (_, state, proof, fault) => {
    expect(faultsOf({ id: "V1.1.1", asked: "x", state, proof })).toEqual([fault]);
  });
});
