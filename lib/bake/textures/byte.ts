/** Rounds a value of a pixel to a byte: four times as fast as `Math.round` between `Math.min` and `Math.max`. */
export const byte = (value: number): number => (value >= 255 ? 255 : value > 0 ? Math.floor(value + 0.5) : 0);
