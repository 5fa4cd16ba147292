/**
 * Random tests are equal in every run, so that a failure can be reproduced. `RANDOM_SEED=7 npm test` runs them with
 * other cases; a test with its own seed keeps it.
 */
import fc from 'fast-check';

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env['RANDOM_SEED'] ?? 20_260_321) });
