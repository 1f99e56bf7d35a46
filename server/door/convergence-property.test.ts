// Runs random events at front desk, terminals and network. Afterwards each terminal must hold exactly the users that a
// slow, simple computation from API responses expects, and get no further commands.
import fc from 'fast-check'
import { describe, test } from 'vitest'
import { checkProperty, listSeeds, propertyTimeout } from '../testing/check-property.ts'
import { accessBehaviours, doorActions, terminalBehaviours } from '../testing/door-actions.ts'
import { playDoorEvents, startDoorEventsApp } from '../testing/play-door-events.ts'

startDoorEventsApp()

const events = fc.array(doorActions, { minLength: 10, maxLength: 40 })

describe.each(listSeeds(211, 212))(
  'convergence property, random events (seed %d)',
  { timeout: propertyTimeout },
  (from) => {
    const extent = { numRuns: 12, seed: from }

    test('convergence property: two terminals, one of each dialect, reach the desired state', () =>
      checkProperty(fc.tuple(events, accessBehaviours), extent, ([played, other]) =>
        playDoorEvents(played, [[], other]),
      ))

    test('convergence property: two terminals of any firmware reach the desired state', () =>
      checkProperty(fc.tuple(events, terminalBehaviours, terminalBehaviours), extent, ([played, one, other]) =>
        playDoorEvents(played, [one, other]),
      ))
  },
)
