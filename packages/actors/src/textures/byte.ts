/** Rounds a pixel value to a byte. Faster than `Math.round` inside `Math.min` and `Math.max`. */
export const byte = (value: number): number => (value >= 255 ? 255 : value > 0 ? Math.floor(value + 0.5) : 0);
