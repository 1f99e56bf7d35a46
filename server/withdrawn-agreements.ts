// Which agreements to keep somebody's fingers and face ended, and what of them was dropped before: beside the database too, for a
// copy of before would bring it back. No personal data: gym, client and the instant of the agreement, which tells it from a later
// one of the same person, and from one of another installation that copies into the same folder.
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { readIfThere, syncFolderAside } from './db/embedded/files.ts'
import type { Transaction } from './db/gym-statements.ts'
import { sql } from './db/sql.ts'

/** In DATA_DIR. A line for each; what was cut off in the middle of one is none. */
export const withdrawnFile = 'withdrawn-agreements'

export interface Agreement {
  id_client: number
  /** ISO 8601, to the millisecond. */
  agreed_at: string
  /** What was dropped while it went on, with whatever of that was taken before; without it the agreement ended. */
  dropped?: Dropped
}

/** A finger or a face by what terminals call it, and when the one was taken that was dropped. */
export interface Dropped {
  type: number
  number: number
  taken_at: string
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
    await file.writeFile(agreements.map((each) => `\n${lineOf(gym, each)}\n`).join(''))
    await file.sync()
  } finally {
    await file.close()
  }
  await syncFolderAside(dataDir, undefined)
}

/** Somebody's, if they have one: it ends with them, where they are deleted or go into another client. */
export const agreementOf = (tx: Transaction, gym: number, client: number): Promise<Agreement[]> =>
  tx.many(sql`
    select id as id_client, biometrics_agreed_at as agreed_at from clients
    where gym_id = ${gym} and id = ${client} and biometrics_agreed_at is not null and deleted_at is null`)

const instant = (text: string): string => new Date(text).toISOString()

function lineOf(gym: number, { id_client, agreed_at, dropped }: Agreement): string {
  const what = dropped ? ` ${dropped.type} ${dropped.number} ${instant(dropped.taken_at)}` : ''
  return `${gym} ${id_client} ${instant(agreed_at)}${what}`
}

const iso = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z`
const written = new RegExp(String.raw`^(\d{1,10}) (\d{1,16}) (${iso})(?: (\d) (\d{1,2}) (${iso}))?$`)

/** Null where none was ever noted. */
export function readWithdrawn(dataDir: string): Withdrawn[] | null {
  const text = readIfThere(join(dataDir, withdrawnFile))
  if (text === null) return null
  return text.split('\n').flatMap((line) => {
    const [, gym, client, agreed_at, type, number, taken_at] = written.exec(line) ?? []
    if (agreed_at === undefined) return []
    const of = { gym: Number(gym), id_client: Number(client), agreed_at }
    return taken_at ? [{ ...of, dropped: { type: Number(type), number: Number(number), taken_at } }] : [of]
  })
}
