// For tests of exports: an external database by its address, and an archive that says what is not so.
import { readFileSync, writeFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { contentOf, endOfTar, readTar, writeEntry } from '../backup/tar.ts'

export interface External {
  address: { connectionString: string }
}

/** Answers the rows of the last statement. */
export async function asOwnerOf(
  { address }: External,
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

/** The same rows; of those of one table it says something else. */
export async function tellOtherwise(file: string, other: string): Promise<void> {
  const pieces: Buffer[] = []
  for await (const entry of readTar(Readable.from([gunzipSync(readFileSync(file))]))) {
    let content = await contentOf(entry)
    if (entry.name === 'manifest.json') {
      const manifest = JSON.parse(content.toString())
      const clients = manifest.tables.find(({ name }: { name: string }) => name === 'clients')
      clients.digest = clients.digest.replace(/^./, (digit: string) => (digit === '0' ? '1' : '0'))
      content = Buffer.from(JSON.stringify(manifest))
    }
    const as = { name: entry.name, size: content.length, content: Readable.from([content]) }
    for await (const piece of writeEntry(as, new Date())) pieces.push(piece)
  }
  writeFileSync(other, gzipSync(Buffer.concat([...pieces, endOfTar()])))
}
