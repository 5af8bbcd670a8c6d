import fc from 'fast-check';

/**
 * Property tests use a fixed seed, so that results are repeatable. `SEED=n npm test` uses another.
 */
fc.configureGlobal({ seed: Number(process.env.SEED ?? 20_261_121) });
