// Gives property tests the same seed in every run, so that a failure comes from the change and can be repeated.
// `SEED=7` chooses another seed, `SEED=random` a new one each time.
import fc from 'fast-check'

const { SEED } = process.env
fc.configureGlobal({ seed: SEED === 'random' ? Date.now() % 2 ** 31 : Number(SEED ?? 20_261_123) })
