// What is drawn by lot is the same in every run, so that a failure is of the change and comes again. SEED in the
// environment names other lots; 'SEED=random' draws new ones.
import { env } from 'node:process'
import fc from 'fast-check'

const given = env.SEED === 'random' ? Date.now() % 2 ** 31 : Number(env.SEED ?? 20_261_123)

fc.configureGlobal({ seed: given })
