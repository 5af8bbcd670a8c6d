import fc from 'fast-check';

/** Property tests use a fixed seed for repeatable results. `SEED=n npm test` uses a different one. */
fc.configureGlobal({ seed: Number(process.env.SEED ?? 20_261_121) });
