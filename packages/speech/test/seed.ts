import fc from 'fast-check';

/** Every run checks the same examples, unless the SEED environment variable selects others. */
fc.configureGlobal({ seed: Number(process.env.SEED ?? 20_261_121) });
