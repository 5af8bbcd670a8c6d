import fc from 'fast-check';

/**
 * Property tests start from one seed, so that a run that passed passes again and a failure is seen by everyone.
 * `SEED=n npm test` starts from another.
 */
fc.configureGlobal({ seed: Number(process.env.SEED ?? 20_261_121) });
