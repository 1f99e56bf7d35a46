// Two terminals with one serial number, as cloned boards and replaced units are: whatever happens, one of them is the terminal
// and holds whom it should, and the other is told nothing and believed in nothing.
import fc from 'fast-check'
import { test } from 'vitest'
import { Twins, tellingMixture, twinsActions } from '../testing/door-twins.ts'
import { holds, propertyTimeout } from '../testing/property.ts'
import { openTestApp } from '../testing/test-app.ts'

let lost = false
const app = await openTestApp({ SESSION_HOURS: '8760' })
const port = (await app.listen()).port
app.app.server.prependListener('request', (request) => {
  if (lost && request.url?.includes('devicecmd')) request.url = '/lost'
})

const events = fc.array(twinsActions, { minLength: 10, maxLength: 40 })

test('any sequence of events, at two terminals with one serial number', { timeout: propertyTimeout }, () =>
  holds(fc.tuple(events, tellingMixture, tellingMixture), { numRuns: 20 }, async ([played, one, other]) => {
    lost = false
    app.clock.set('2026-06-15T16:00:00Z')
    const setLost = (next: boolean) => {
      lost = next
    }
    const twins = await Twins.make(app, port, setLost, [one, other])
    for (const action of played) await twins.act(action)
    await twins.expectRest()
  }),
)
