// Which agreements to keep somebody's fingers and face were taken back: beside the database too, for a copy of before would bring
// them back. No personal data: gym, client and the instant of the agreement, which tells it from a later one of the same person,
// and from one of another installation that copies into the same folder.
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { readIfThere, syncFolderAside } from './db/embedded/files.ts'

/** In DATA_DIR. A line for each; what was cut off in the middle of one is none. */
export const withdrawnFile = 'withdrawn-agreements'

export interface Agreement {
  id_client: number
  /** ISO 8601, to the millisecond. */
  agreed_at: string
}

export interface Withdrawn extends Agreement {
  gym: number
}

/** Outlives a power cut once it resolves. Before the commit: one that is rolled back is asked for again, one that is forgotten is not. */
export async function noteWithdrawn(dataDir: string, gym: number, agreements: readonly Agreement[]): Promise<void> {
  if (agreements.length === 0) return
  const path = join(dataDir, withdrawnFile)
  const file = await open(path, 'a', 0o600)
  try {
    // A line of its own, also after one that was cut off.
    const line = ({ id_client, agreed_at }: Agreement) => `\n${gym} ${id_client} ${new Date(agreed_at).toISOString()}\n`
    await file.writeFile(agreements.map(line).join(''))
    await file.sync()
  } finally {
    await file.close()
  }
  await syncFolderAside(dataDir, undefined)
}

/** Null where none was ever noted. */
export function readWithdrawn(dataDir: string): Withdrawn[] | null {
  const text = readIfThere(join(dataDir, withdrawnFile))
  if (text === null) return null
  return text.split('\n').flatMap((line) => {
    const [, gym, client, agreed_at] = /^(\d{1,9}) (\d{1,9}) (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)$/.exec(line) ?? []
    return agreed_at === undefined ? [] : [{ gym: Number(gym), id_client: Number(client), agreed_at }]
  })
}
