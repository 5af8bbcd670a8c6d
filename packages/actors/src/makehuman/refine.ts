/** A face in a polygon mesh: vertices, and the texture coordinates of the corners. */
export interface Polygon {
  vertices: readonly number[];
  uvs: readonly number[];
}

/** A new vertex, as a weighted sum of other vertices. */
export interface Stencil {
  vertices: readonly number[];
  weights: readonly number[];
}

export interface Refinement {
  polygons: Polygon[];
  /** New vertices, numbered after the old ones. */
  vertices: Stencil[];
  /** New texture coordinates, numbered the same way. */
  uvs: Stencil[];
}

/** Greater than the number of vertices in any mesh. */
const KEY_BASE = 1e6;
const edgeKey = (a: number, b: number): number => Math.min(a, b) * KEY_BASE + Math.max(a, b);

/**
 * Splits each quad into four. Old vertices stay in place. A new vertex in the middle of an edge is on the curve through its ends and the
 * vertices beyond them (four-point scheme; Dyn, Gregory, and Levin 1987). A new vertex in the middle of a quad is on the surface spanned by
 * its edges (Coons 1967). All new vertices are linear in the old ones, so targets can be refined in the same way. Neighbors of split quads
 * are cut into triangles, so that no gaps open.
 */
export function refinePolygons(
  polygons: readonly Polygon[],
  counts: { vertices: number; uvs: number },
  splits: (polygon: Polygon) => boolean,
): Refinement {
  const split = polygons.map((polygon) => polygon.vertices.length === 4 && splits(polygon));
  const neighbors = findNeighbors(polygons);
  const found: Refinement = { polygons: [], vertices: [], uvs: [] };
  const middles = new Map<number, number>();
  const uvMiddles = new Map<number, number>();
  const append = (list: Stencil[], first: number, stencil: Stencil): number => first + list.push(stencil) - 1;
  const middleOf = (a: number, b: number): number => {
    const known = middles.get(edgeKey(a, b));
    if (known !== undefined) return known;
    const middle = append(found.vertices, counts.vertices, curveThrough(neighbors, a, b));
    middles.set(edgeKey(a, b), middle);
    return middle;
  };
  const uvMiddleOf = (a: number, b: number): number => {
    const known = uvMiddles.get(edgeKey(a, b));
    if (known !== undefined) return known;
    const middle = append(found.uvs, counts.uvs, { vertices: [a, b], weights: [0.5, 0.5] });
    uvMiddles.set(edgeKey(a, b), middle);
    return middle;
  };
  polygons.forEach(({ vertices, uvs }, i) => {
    if (!split[i]) return;
    const next = (k: number): number => (k + 1) % 4;
    const edges = vertices.map((a, k) => middleOf(a, vertices[next(k)]!));
    const uvEdges = uvs.map((a, k) => uvMiddleOf(a, uvs[next(k)]!));
    const stencils = edges.map((edge) => found.vertices[edge - counts.vertices]!);
    const center = append(found.vertices, counts.vertices, {
      vertices: [...stencils.flatMap((stencil) => stencil.vertices), ...vertices],
      weights: [...stencils.flatMap(({ weights }) => weights.map((weight) => weight / 2)), ...Array(4).fill(-0.25)],
    });
    const uvCenter = append(found.uvs, counts.uvs, { vertices: [...uvs], weights: Array(4).fill(0.25) });
    vertices.forEach((vertex, k) => {
      const before = (k + 3) % 4;
      found.polygons.push({
        vertices: [vertex, edges[k]!, center, edges[before]!],
        uvs: [uvs[k]!, uvEdges[k]!, uvCenter, uvEdges[before]!],
      });
    });
  });
  polygons.forEach(({ vertices, uvs }, i) => {
    if (split[i]) return;
    const outline: { vertex: number; uv: number; isNew: boolean }[] = [];
    vertices.forEach((vertex, k) => {
      const next = (k + 1) % vertices.length;
      outline.push({ vertex, uv: uvs[k]!, isNew: false });
      const middle = middles.get(edgeKey(vertex, vertices[next]!));
      if (middle !== undefined) outline.push({ vertex: middle, uv: uvMiddleOf(uvs[k]!, uvs[next]!), isNew: true });
    });
    const first = Math.max(
      0,
      outline.findIndex(({ isNew }) => isNew),
    );
    const corners = [...outline.slice(first), ...outline.slice(0, first)];
    found.polygons.push({ vertices: corners.map(({ vertex }) => vertex), uvs: corners.map(({ uv }) => uv) });
  });
  return found;
}

/** For each vertex, the vertices that share an edge with it, with the polygons at that edge, and whether all of its polygons are quads. */
interface Neighbors {
  around: Map<number, Map<number, Polygon[]>>;
}

function findNeighbors(polygons: readonly Polygon[]): Neighbors {
  const around: Neighbors['around'] = new Map();
  const connect = (a: number, b: number, polygon: Polygon): void => {
    const own = around.get(a) ?? new Map<number, Polygon[]>();
    around.set(a, own);
    own.set(b, [...(own.get(b) ?? []), polygon]);
  };
  for (const polygon of polygons)
    polygon.vertices.forEach((a, k) => {
      const b = polygon.vertices[(k + 1) % polygon.vertices.length]!;
      connect(a, b, polygon);
      connect(b, a, polygon);
    });
  return { around };
}

/** Returns the middle of an edge, on the curve through the vertices along the same line of edges. */
function curveThrough({ around }: Neighbors, a: number, b: number): Stencil {
  /** Returns the vertex that comes before `from` on the way to `to`, or an extrapolated point where the line of edges ends. */
  const before = (from: number, to: number): Stencil => {
    const own = around.get(from)!;
    const beside = new Set(own.get(to)!.flatMap(({ vertices }) => vertices));
    const opposite = [...own.keys()].filter((other) => !beside.has(other));
    const isRegular = own.size === 4 && opposite.length === 1;
    return isRegular ? { vertices: [opposite[0]!], weights: [1] } : { vertices: [from, to], weights: [2, -1] };
  };
  const ends = [before(a, b), before(b, a)];
  return {
    vertices: [a, b, ...ends.flatMap(({ vertices }) => vertices)],
    weights: [9 / 16, 9 / 16, ...ends.flatMap(({ weights }) => weights.map((weight) => -weight / 16))],
  };
}

/** Appends the values of new vertices. @param size number of values per vertex */
export function appendStencils(values: Float32Array, size: number, stencils: readonly Stencil[]): Float32Array {
  const extended = new Float32Array(values.length + stencils.length * size);
  extended.set(values);
  stencils.forEach(({ vertices, weights }, i) => {
    vertices.forEach((vertex, j) => {
      for (let k = 0; k < size; k++) extended[values.length + i * size + k]! += weights[j]! * values[vertex * size + k]!;
    });
  });
  return extended;
}
