// A copy that was unpacked becomes what was there at a later moment: PostgreSQL reads what was written since, and stops there.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { open, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { openOwnersPool } from '../../db/connection.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../db/embedded/embedded-postgres.ts'
import { EmbeddedPostgresError } from '../../db/embedded/errors.ts'
import { freeSpaceOf } from '../../db/embedded/free-space.ts'
import { allowPassage, chooseLauncher } from '../../db/embedded/launch.ts'
import { sqlState } from '../../db/transaction.ts'
import { Refused } from '../../refused.ts'
import { type SealedRows, sealedRows } from '../../sealing-key.ts'
import type { Manifest } from '../manifest.ts'
import { beginOfSegment, placeOf, segmentBytes, segmentName } from './segments.ts'
import { isNotWhole, readSegment, segmentsIn } from './wal-files.ts'

/** Of the folder beside a night's copy. @throws Refused where there is none */
export function archiveBeside(file: string): string {
  const folder = file.replace(/(torniquete-[0-9a-f]{8})-[\d-]+(-danada)?\.copia$/, '$1.wal')
  if (folder === file)
    throw new Refused(
      `Con --until hace falta una copia de la noche, con su nombre: torniquete-…-2026-11-23-0330.copia. ${file} no lo es.`,
    )
  if (!existsSync(folder))
    throw new Refused(`Con --until hace falta lo que se archivó desde la copia (BACKUP_WAL_DAYS), y no está: ${folder}`)
  return folder
}

interface Recovered {
  /** What was committed before this instant is there. */
  reached: Date
  /** By which keys something is sealed there; null of a database of before it could tell. */
  sealed: SealedRows[] | null
}

type Replayed = Pick<Recovered, 'sealed'> & { last: Date | null }

/**
 * In `into`, where a copy was unpacked. As far as the archive goes, where that is less.
 *
 * @throws Refused where the copy is of later, or the archive does not lead on from it
 */
export async function recoverUntil(
  into: string,
  { made_at, ended_at = made_at }: Manifest,
  archive: string,
  until: Date,
  phrase: string | undefined,
): Promise<Recovered> {
  const ended = new Date(ended_at)
  if (until <= ended)
    throw new Refused(
      `La copia se terminó el ${ended.toLocaleString('es')}: con --until indica un momento de después, o usa una copia anterior.`,
    )
  const cluster = join(into, 'postgres')
  await bringSegments(into, archive, phrase)
  writeFileSync(join(cluster, 'recovery.signal'), '', { mode: 0o600, flush: true })
  allowPassage(chooseLauncher(), dirname(into))
  const target = `${until.toISOString().replace('T', ' ').replace('Z', '+00')}`
  try {
    const { sealed } = await replay(into, { recovery_target_time: target })
    return { reached: until, sealed }
  } catch (error) {
    if (!(error instanceof EmbeddedPostgresError) || !error.message.includes(endsBefore)) throw error
  }
  const { last, sealed } = await replay(into, {})
  return { reached: last ?? ended, sealed }
}

/** Bytes that stay free. */
const reserve = 1e9
/** PostgreSQL's words. */
const endsBefore = 'recovery ended before configured recovery target was reached'

/**
 * From the one on at which the copy ends, one after the other: those before it has itself, whole. One that is not whole
 * ends them, but for the first; what a disk does not give now it may give at the next try. The first has to say what the copy
 * says, as far as that goes: of another history no moment is the copy's.
 */
async function bringSegments(into: string, archive: string, phrase: string | undefined): Promise<void> {
  const cluster = join(into, 'postgres')
  const { Timeline: timeline, 'End-LSN': lsn } = endOf(cluster)
  const end = placeOf(lsn)
  const archived = new Set(await segmentsIn(archive))
  const names: string[] = []
  for (let place = beginOfSegment(end); archived.has(segmentName(timeline, place)); place += BigInt(segmentBytes))
    names.push(segmentName(timeline, place))
  if ((await freeSpaceOf(into)) < names.length * segmentBytes + reserve)
    throw new Refused('No queda espacio en el disco: no se restauró nada.')
  for (const [at, name] of names.entries()) {
    const read = await readSegment(archive, name, phrase).catch((error) => {
      if (at === 0 || !isNotWhole(error)) throw error
      return null
    })
    if (!read) return
    if (at === 0 && !(await leadsOn(cluster, name, read, Number(end - beginOfSegment(end))))) break
    const file = await open(join(cluster, 'pg_wal', name), 'w', 0o600)
    try {
      await file.writeFile(read.whole)
      await file.sync()
    } finally {
      await file.close()
    }
    // What follows one that is not full follows nothing.
    if (at === names.length - 1 || read.filled < segmentBytes) return
  }
  throw new Refused(`Lo archivado en ${archive} no sigue desde esta copia: usa otra, o restaura esta sin --until.`)
}

/** Whether what was archived is, up to `end`, what the copy itself has of that segment. */
async function leadsOn(cluster: string, name: string, read: { whole: Buffer; filled: number }, end: number) {
  if (read.filled < end) return false
  // A copy that ends with a segment has none of the next.
  if (end === 0) return true
  const own = await readFile(join(cluster, 'pg_wal', name))
  return own.subarray(0, end).equals(read.whole.subarray(0, end))
}

const Ends = z.object({ 'WAL-Ranges': z.array(z.object({ Timeline: z.number(), 'End-LSN': z.string() })).min(1) })

/** By PostgreSQL's own list of what the copy holds. */
function endOf(cluster: string): z.infer<typeof Ends>['WAL-Ranges'][number] {
  const ranges = Ends.parse(JSON.parse(readFileSync(join(cluster, 'backup_manifest'), 'utf8')))['WAL-Ranges']
  return ranges.at(-1) ?? { Timeline: 1, 'End-LSN': '0/0' }
}

/** Until it takes calls. `last`: the instant of the last that it did again. */
async function replay(into: string, target: Record<string, string>): Promise<Replayed> {
  const postgres = await startEmbeddedPostgres({
    dataDir: into,
    settings: {
      ...target,
      // All is there already.
      restore_command: 'exit 1',
      recovery_target_action: 'promote',
      recovery_target_timeline: 'current',
      hot_standby: 'off',
      // From its beginning to its end, however often: when the last was done is known of what is done again only.
      checkpoint_timeout: '1d',
      max_wal_size: '1TB',
    },
    log: (line) => console.error(line),
  })
  try {
    return await readReplayed(postgres)
  } finally {
    await postgres.stop()
  }
}

async function readReplayed({ connection }: EmbeddedPostgres): Promise<Replayed> {
  const pool = openOwnersPool(connection)
  try {
    const { rows } = await pool.query<{ last: string | null }>('select pg_last_xact_replay_timestamp() as last')
    const sealed = await sealedRows({ platform: pool }).catch((error) => {
      if (sqlState(error) === undefinedFunction) return null
      throw error
    })
    const last = rows[0]?.last
    return { last: last ? new Date(last) : null, sealed }
  } finally {
    await pool.end()
  }
}

const undefinedFunction = '42883'
