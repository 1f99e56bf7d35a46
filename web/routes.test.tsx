import { createMemoryHistory } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { router } from './routes.tsx'
import type { Session } from './session/session.tsx'

/** Opens an address as a gym worker and returns the address that the router ends at. */
async function open(address: string): Promise<string> {
  const user = { id: 1, name: 'Ana', role: { name: 'gym_worker' } }
  const session = { state: 'signed-in', role: 'gym_worker', user } as unknown as Session
  router.update({
    ...router.options,
    context: { session },
    history: createMemoryHistory({ initialEntries: [address] }),
  })
  await router.load()
  return router.state.location.href
}

test('routes: a dialog that the role may not open redirects to the client card below it', async () => {
  expect(await open('/clients/5/card/merge?name=ana')).toBe('/clients/5/card')
  expect(await open('/clients/5/card/pause?name=ana')).toBe('/clients/5/card/pause?name=ana')
})

test('routes: a screen that the role may not see redirects to the dashboard', async () => {
  expect(await open('/settings')).toBe('/dashboard')
})
