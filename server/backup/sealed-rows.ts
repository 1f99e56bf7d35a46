// Whether what a copy holds sealed can be opened by the key that it brings along, or that is given.
import type pg from 'pg'
import { channelPlace } from '../channels/queries.ts'
import type { Config } from '../config.ts'
import { sqlState } from '../db/transaction.ts'
import { type Template, templatePlace } from '../door/queries.ts'
import type { Purpose } from '../seal.ts'
import { configuredSecret, sealsOf } from '../sealing-key.ts'
import { CopyMismatch } from './copy-mismatch.ts'

interface Sealed {
  bytes: Buffer
  place: string
}

type One = (copy: pg.ClientBase, keyName: string) => Promise<Sealed | null>

const template: One = async (copy, keyName) => {
  const { rows } = await copy.query<Omit<Template, 'content'> & { gym: number; client: number; data: Buffer }>(
    `select gym_id::integer as gym, id_client as client, type, number, part, major, minor, format, duress, data
     from biometrics where key_name = $1 limit 1`,
    [keyName],
  )
  const [row] = rows
  return row ? { bytes: row.data, place: templatePlace(row.gym, row.client, row) } : null
}

const channel: One = async (copy, keyName) => {
  const { rows } = await copy.query<{ gym: number; channel: 'email' | 'whatsapp'; sealed: Buffer }>(
    'select gym_id::integer as gym, channel, sealed from message_channels where key_name = $1 limit 1',
    [keyName],
  )
  const [row] = rows
  return row ? { bytes: row.sealed, place: channelPlace(row.gym, row.channel) } : null
}

const kinds: [Purpose, One][] = [
  ['biometrics', template],
  ['channels', channel],
]

/** One row of each kind, of those that what runs can open. @throws CopyMismatch */
export async function requireSealed(
  copy: pg.ClientBase,
  { key, running, restored }: { key: Config['BIOMETRICS_KEY']; running: string; restored: string },
): Promise<void> {
  const [ours, theirs] = [running, restored].map((dataDir) =>
    sealsOf(configuredSecret({ BIOMETRICS_KEY: key, dataDir })),
  ) as [ReturnType<typeof sealsOf>, ReturnType<typeof sealsOf>] // one for each of the two folders
  for (const [kind, one] of kinds) {
    const sealed = await one(copy, ours[kind].keyName).catch(noneOfBefore)
    if (sealed && !theirs[kind].open(sealed.bytes, sealed.place))
      throw new CopyMismatch(`what is sealed (${kind}) cannot be opened by the key of the copy`)
  }
}

/** A copy of a schema that had no such table. */
function noneOfBefore(error: unknown): null {
  if (sqlState(error) === '42P01') return null
  throw error
}
