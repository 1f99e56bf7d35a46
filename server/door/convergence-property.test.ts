// Random events at desk, terminals and network. Afterwards each terminal holds exactly what a slow, simple
// computation from the API expects, and nothing more is sent.
import fc from 'fast-check'
import { describe, test } from 'vitest'
import { accessMixture, actions, mixture } from '../testing/door-actions.ts'
import { play, startPlay } from '../testing/play-door-events.ts'
import { checkProperty, listSeeds, propertyTimeout } from '../testing/property.ts'

startPlay()

const events = fc.array(actions, { minLength: 10, maxLength: 40 })

describe.each(listSeeds(211, 212))(
  'convergence property, random events (seed %d)',
  { timeout: propertyTimeout },
  (from) => {
    const extent = { numRuns: 12, seed: from }

    test('terminals hold the desired state: one of each dialect', () =>
      checkProperty(fc.tuple(events, accessMixture), extent, ([played, other]) => play(played, [[], other])))

    test('terminals hold the desired state: two of any variants', () =>
      checkProperty(fc.tuple(events, mixture, mixture), extent, ([played, one, other]) => play(played, [one, other])))
  },
)
