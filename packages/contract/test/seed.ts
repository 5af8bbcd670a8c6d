import fc from 'fast-check';

/** Every run checks the same examples unless the environment variable SEED is set. */
fc.configureGlobal({ seed: Number(process.env.SEED ?? 20_261_121) });
