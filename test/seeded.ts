/** Properties are tried on the same cases in every run. POLYNYA_SEED=2 npm test tries others. */
import fc from 'fast-check';

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.POLYNYA_SEED ?? 1) });
