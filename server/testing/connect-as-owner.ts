// Connects to a database outside the test app by its address, for tests of archives.
import pg from 'pg'

export interface ExternalDatabase {
  address: { connectionString: string }
}

/** Runs statements and returns the rows of the last one. */
export async function queryAsDatabaseOwner(
  { address }: ExternalDatabase,
  ...steps: (string | (() => Promise<void>))[]
): Promise<unknown[]> {
  const client = new pg.Client(address)
  await client.connect()
  try {
    let rows: unknown[] = []
    for (const step of steps)
      if (typeof step === 'string') ({ rows } = await client.query(step))
      else await step()
    return rows
  } finally {
    await client.end()
  }
}
