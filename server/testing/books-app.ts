// Fixture for bookkeeping properties: a server behind a proxy that can cut connections, and a clock that tests set.
import { addDays } from '@torniquete/contract/shared/dates.ts'
import { afterAll, beforeAll } from 'vitest'
import { makeConnectionCutter } from './repeated-requests.ts'
import { startTestApp, type TestApp } from './test-app.ts'

/** Server that all tests of the file share. */
export let app: TestApp
/** Breaks every connection to the database. */
export let cutDatabaseConnections: () => Promise<void>

/** Test files call this once at the top. */
export function startBooksApp(): void {
  beforeAll(async () => {
    app = await startTestApp({ SESSION_HOURS: '8760' })
    cutDatabaseConnections = makeConnectionCutter(app)
  })
  afterAll(() => {
    app.clock.reset()
    return app.close()
  })
}

/** First day of a random history, chosen so that months end within the history. */
export const firstHistoryDay = '2026-01-20'

/** Date ranges of report queries: all days, today, and the 45 days until yesterday. */
export const listReportRanges = (today: string): { start_date?: string; end_date?: string }[] => [
  {},
  { start_date: today, end_date: today },
  { start_date: addDays(today, -45), end_date: addDays(today, -1) },
]
