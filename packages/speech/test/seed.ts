import fc from 'fast-check';

/** Every run checks the same examples. The variable SEED chooses different ones. */
fc.configureGlobal({ seed: Number(process.env.SEED ?? 20_261_121) });
