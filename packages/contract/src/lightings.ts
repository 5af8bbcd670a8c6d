/** Named lightings of a video; `studio` is the default. */
export const LIGHTINGS = ['studio', 'window', 'evening', 'stage'] as const;

export type LightingName = (typeof LIGHTINGS)[number];
