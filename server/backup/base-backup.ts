// PostgreSQL's own copy of itself, over its replication protocol: a tar of its folder with the WAL that makes it whole
// (https://www.postgresql.org/docs/18/protocol-replication.html, BASE_BACKUP).
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { DatabaseAddress } from '../db/connection.ts'
import { socketOf } from '../db/connection.ts'
import { replicationClient } from '../db/replication-client.ts'
import { sqlState } from '../db/transaction.ts'
import { Refused } from '../refused.ts'

/** The SQLSTATE of a copy that holds all there is and some of it wrong. */
export const damagedPages = 'XX001'

export interface BaseBackup {
  tar: Readable
  /** What PostgreSQL says that the tar holds; to be asked for when that is read. */
  manifest(): Buffer
  /** The database need keep nothing for this copy any more, which goes on with what else belongs to it. */
  letWalGo(): Promise<void>
  /** Another copy may begin. */
  close(): Promise<void>
}

/** There is one at a time: keeps other copies out, and nothing else. */
export const lockSlot = 'torniquete_backup'
/** Keeps the WAL from its beginning on until that is read, however long that takes. */
const walSlot = 'torniquete_backup_wal'
export const duplicateObject = '42710'
/** Milliseconds. */
const releasedWithin = 3_000

/** The first byte of what is sent says what follows. */
const [data, manifestBegins] = ['d', 'm'].map((letter) => letter.charCodeAt(0))

type Copying = { connection: { on(event: 'copyData', listener: (message: { chunk: Buffer }) => void): void } }

/**
 * Pages with a wrong checksum are copied as they are where it `takesDamaged`; otherwise all is sent, and then an error with
 * `damagedPages`.
 *
 * @throws Refused where another copy of this database is being made
 */
export async function openBaseBackup(address: DatabaseAddress, takesDamaged: boolean): Promise<BaseBackup> {
  // The copy's own connection is cut where it is stopped; the lock is held until what it did is undone.
  const [lock, client] = [replicationClient(address), replicationClient(address)]
  const close = async () => void (await Promise.allSettled([client.end(), lock.end()]))
  try {
    await Promise.all([lock.connect(), client.connect()])
    // Both end with us.
    await takeSlot(lock, `${lockSlot} TEMPORARY PHYSICAL`)
    await takeSlot(client, `${walSlot} TEMPORARY PHYSICAL (RESERVE_WAL)`)
    const letWalGo = async () => void (await client.query(`DROP_REPLICATION_SLOT ${walSlot}`))
    const copy = read(client, takesDamaged)
    lock.once('end', () => copy.tar.destroy(new Error('the lock on copies was lost')))
    return { ...copy, letWalGo, close }
  } catch (error) {
    await close()
    throw sqlState(error) === duplicateObject ? new Refused('Ya se está haciendo otra copia.') : error
  }
}

const takeSlot = (client: pg.Client, slot: string): Promise<unknown> =>
  untilFree(() => client.query(`CREATE_REPLICATION_SLOT ${slot}`))

/** The copy before, where it was cut off, holds its slots until the database has noticed. */
export async function untilFree(take: () => Promise<unknown>): Promise<void> {
  // No clock that is put right meanwhile ends it, or keeps it up.
  const latest = performance.now() + releasedWithin
  for (;;) {
    try {
      return void (await take())
    } catch (error) {
      if (sqlState(error) !== duplicateObject || performance.now() > latest) throw error
    }
    await pause(100)
  }
}

function read(client: pg.Client, takesDamaged: boolean): Pick<BaseBackup, 'tar' | 'manifest'> {
  const socket = socketOf(client)
  const manifest: Buffer[] = []
  const tar = new Readable({
    read: () => socket.resume(),
    destroy: (error, done) => {
      // Whoever stops reading does not wait for the rest.
      if (!tar.readableEnded) socket.destroy()
      done(error)
    },
  })
  // Told to whoever reads it, be it later.
  tar.on('error', () => {})
  let ofManifest = false
  const { connection } = client as unknown as Copying // which the driver's types leave out
  connection.on('copyData', ({ chunk }) => {
    if (chunk[0] === manifestBegins) ofManifest = true
    if (chunk[0] !== data) return
    // The driver uses its buffer again.
    const piece = Buffer.from(chunk.subarray(1))
    if (ofManifest) manifest.push(piece)
    else if (!tar.push(piece)) socket.pause()
  })
  const options = ["LABEL 'torniquete'", "CHECKPOINT 'fast'", 'WAL true', "MANIFEST 'yes'"]
  if (takesDamaged) options.push('VERIFY_CHECKSUMS false')
  client.query(`BASE_BACKUP (${options.join(', ')})`).then(
    () => tar.push(null),
    (error) => tar.destroy(error),
  )
  return { tar, manifest: () => Buffer.concat(manifest) }
}
