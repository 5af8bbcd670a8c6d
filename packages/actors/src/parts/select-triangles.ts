/** Returns the first index of each triangle whose vertices all pass the test. */
export function selectTriangles(
  triangles: Uint32Array,
  passes: (vertex: number) => boolean,
  keeps: (a: number, b: number, c: number) => boolean = () => true,
): number[] {
  const starts: number[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [triangles[t]!, triangles[t + 1]!, triangles[t + 2]!];
    if (passes(a) && passes(b) && passes(c) && keeps(a, b, c)) starts.push(t);
  }
  return starts;
}
