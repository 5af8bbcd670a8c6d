/** Values of `origin` in {@link Build} for actors with a single origin. */
export const AFRICAN = { african: 1, asian: 0, caucasian: 0 };
export const ASIAN = { african: 0, asian: 1, caucasian: 0 };
export const CAUCASIAN = { african: 0, asian: 0, caucasian: 1 };
