// Starts another server on a test app's database, as behind a load balancer.
import { type AppOptions, createApp } from '../app.ts'
import { readConfig } from '../config.ts'
import type { DatabaseAddress } from '../platform/db/connection.ts'
import { openDatabase } from '../platform/db/database.ts'
import { ChangeFeed } from '../platform/live/change-feed.ts'
import type { TestApp } from './test-app.ts'

interface Placed extends Partial<AppOptions> {
  /** Address of the database; by default that of the first server. */
  address?: DatabaseAddress
  /** Statement timeout in milliseconds. */
  limit?: number
  environment?: Record<string, string>
}

export async function startSecondServer(
  first: TestApp,
  { address = first.database.address, limit, environment, ...options }: Placed = {},
): Promise<TestApp> {
  const live = new ChangeFeed()
  const database = await openDatabase(address, live, { limit })
  const config = readConfig({ DATA_DIR: first.dataDir, LOG_LEVEL: 'silent', SESSION_IDLE_MINUTES: '0', ...environment })
  const app = await createApp({ config, database, live, clock: first.clock.now, ...options })
  await app.ready()
  return {
    ...first,
    app,
    database,
    live,
    listen: async () => {
      const address = await app.listen({ host: '127.0.0.1', port: 0 })
      return { host: '127.0.0.1', port: Number(new URL(address).port), address }
    },
    close: async () => {
      await app.close()
      await database.close()
    },
  }
}
