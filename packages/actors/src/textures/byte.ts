/** Rounds a value of a pixel to a byte; in less time than `Math.round` between `Math.min` and `Math.max` takes. */
export const byte = (value: number): number => (value >= 255 ? 255 : value > 0 ? Math.floor(value + 0.5) : 0);
