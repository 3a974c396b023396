import { checkFence, type Fence, type FenceProblem } from "./fence.ts";
import type { Place } from "./gcj02.ts";
import { type JsonNode, parseLocatedJson } from "./located-json.ts";
import { isOnEarth } from "./position.ts";

export type Region = Fence & { readonly kind: "region" };

export interface GeoJsonRegion {
  /** Of the property `name`; empty: it has none. */
  readonly name: string;
  readonly region: Region;
}

export type GeoJsonProblem = { readonly line: number } & (
  | { readonly code: "geoJsonSyntax" | "geoJsonNoArea" | "geoJsonPosition" }
  | FenceProblem
);

export interface GeoJsonRegions {
  readonly regions: readonly GeoJsonRegion[];
  readonly problems: readonly GeoJsonProblem[];
}

/** GPS-02: the areas of a GeoJSON file (RFC 7946); each that cannot be taken is a problem with its line. */
export function readGeoJson(text: string): GeoJsonRegions {
  const parsed = parseLocatedJson(text);
  if (!parsed.ok) return { regions: [], problems: [{ ...parsed.problem, code: "geoJsonSyntax" }] };
  const found = { regions: [] as GeoJsonRegion[], problems: [] as GeoJsonProblem[] };
  readAny(parsed.value, "", found);
  return found;
}

interface Found {
  readonly regions: GeoJsonRegion[];
  readonly problems: GeoJsonProblem[];
}

function readAny(node: JsonNode, name: string, found: Found): void {
  const type = textIn(node, "type");
  if (type === "FeatureCollection") for (const feature of listIn(node, "features")) readAny(feature, name, found);
  else if (type === "GeometryCollection") for (const part of listIn(node, "geometries")) readAny(part, name, found);
  else if (type === "Feature") {
    const [geometry, properties] = [fieldOf(node, "geometry"), fieldOf(node, "properties")];
    if (geometry) readAny(geometry, (properties && textIn(properties, "name")) ?? "", found);
    else found.problems.push({ line: node.line, code: "geoJsonNoArea" });
  } else readArea(node, name, found);
}

function readArea(node: JsonNode, name: string, { regions, problems }: Found): void {
  const type = textIn(node, "type");
  const coordinates = listIn(node, "coordinates");
  const rings = type === "Polygon" ? coordinates : type === "MultiPolygon" ? coordinates.flatMap(itemsOf) : [];
  if (rings.length === 0) {
    problems.push({ line: node.line, code: "geoJsonNoArea" });
    return;
  }
  const read = rings.map(readRing);
  const broken = read.flatMap((ring) => (ring.problem ? [ring.problem] : []));
  const region: Region = { kind: "region", rings: read.map(({ places }) => places) };
  const checked = broken.length > 0 ? undefined : checkFence(region);
  if (checked?.ok) regions.push({ name, region });
  else if (checked) problems.push({ ...checked.problem, line: lineOf(checked.problem, read) ?? node.line });
  else problems.push(...broken);
}

interface Ring {
  readonly places: readonly Place[];
  readonly lines: readonly number[];
  readonly problem?: GeoJsonProblem;
}

/** Without the last place, which repeats the first, and without places that repeat the one before. */
function readRing(ring: JsonNode): Ring {
  const places: Place[] = [];
  const lines: number[] = [];
  for (const node of itemsOf(ring)) {
    const [longitude, latitude] = itemsOf(node).map(({ value }) => value);
    if (typeof longitude !== "number" || typeof latitude !== "number")
      return { places, lines, problem: { line: node.line, code: "geoJsonPosition" } };
    if (!isOnEarth(latitude, longitude)) return { places, lines, problem: { line: node.line, code: "fenceOffEarth" } };
    if (isSame(places.at(-1), { latitude, longitude })) continue;
    places.push({ latitude, longitude });
    lines.push(node.line);
  }
  if (places.length > 1 && isSame(places.at(-1), places[0])) places.pop();
  if (places.length < 3) return { places, lines, problem: { line: ring.line, code: "fenceTooFewCorners" } };
  return { places, lines };
}

const isSame = (a: Place | undefined, b: Place | undefined): boolean =>
  a?.latitude === b?.latitude && a?.longitude === b?.longitude;

const lineOf = (problem: FenceProblem, rings: readonly Ring[]): number | undefined =>
  problem.code === "fenceCrossesItself" ? rings[(problem.ring ?? 1) - 1]?.lines[problem.sides[0] - 1] : undefined;

const itemsOf = ({ value }: JsonNode): readonly JsonNode[] => (Array.isArray(value) ? value : []);
const fieldOf = ({ value }: JsonNode, name: string): JsonNode | undefined =>
  value instanceof Map ? value.get(name) : undefined;
const listIn = (node: JsonNode, name: string): readonly JsonNode[] => {
  const field = fieldOf(node, name);
  return field ? itemsOf(field) : [];
};
const textIn = (node: JsonNode, name: string): string | undefined => {
  const value = fieldOf(node, name)?.value;
  return typeof value === "string" ? value : undefined;
};
