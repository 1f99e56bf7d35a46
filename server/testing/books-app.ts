// Fixture for bookkeeping properties: an own server behind a proxy that can cut connections, and days that advance.
import { addDays } from '@torniquete/contract/shared/dates.ts'
import { afterAll, beforeAll } from 'vitest'
import { makeConnectionCutter } from './repeated-requests.ts'
import { startTestApp, type TestApp } from './test-app.ts'

/** Each file has one server. */
export let app: TestApp
/** Breaks every connection to the database. */
export let cutConnections: () => Promise<void>

/** Called once at the head of a file. */
export function startBooksApp(): void {
  beforeAll(async () => {
    app = await startTestApp({ SESSION_HOURS: '8760' })
    cutConnections = makeConnectionCutter(app)
  })
  afterAll(() => {
    app.clock.reset()
    return app.close()
  })
}

/** First day of a history, chosen so that months end within it. */
export const firstDay = '2026-01-20'

/** Date ranges: everything, the day itself, and a month and more until the day before. */
export const listRanges = (today: string): { start_date?: string; end_date?: string }[] => [
  {},
  { start_date: today, end_date: today },
  { start_date: addDays(today, -45), end_date: addDays(today, -1) },
]
