// Fixture for most door tests: an own server that hears terminals, and for each test a gym at noon.
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { makeGym, type TestGym } from './factories.ts'
import { startTestApp, type TestApp } from './test-app.ts'

/** One server per file; files in one process run one after the other. */
export let app: TestApp
export let port: number
export let gym: TestGym

/** Called once at the head of a file. */
export function startDoorApp(): void {
  beforeAll(async () => {
    app = await startTestApp({ SESSION_HOURS: '8760' })
    port = (await app.listen()).port
  })
  beforeEach(async () => {
    // 12:00 in Santo Domingo.
    app.clock.set('2026-06-15T16:00:00Z')
    gym = await makeGym(app)
  })
  afterAll(() => app.close())
}
