// What PostgreSQL writes, as it writes it, over its replication protocol (https://www.postgresql.org/docs/18/protocol-replication.html,
// START_REPLICATION). A slot keeps what was not acknowledged, over restarts too, up to max_slot_wal_keep_size.
import type pg from 'pg'
import { type DatabaseAddress, socketOf } from '../../db/connection.ts'
import { replicationClient } from '../../db/replication-client.ts'
import { beginOfSegment, lsnOf, placeOf } from './segments.ts'

export const archiveSlot = 'torniquete_wal'

/** Where a stream begins: that of a segment. */
export interface StreamStart {
  timeline: number
  place: bigint
  /** Until here all was acknowledged before. */
  kept: bigint
  /** What came before was not kept: a copy that is older does not lead here. */
  gap: boolean
}

export interface WalStream {
  begin: StreamStart
  /** Until here all is kept elsewhere. */
  acknowledge(place: bigint): void
  /** Resolves when it has ended, whoever ended it, with what went wrong. */
  ended: Promise<unknown>
  close(): void
}

/** Gets what was written from `place` on, and how far it goes by now. Answers when it was taken: until then no more is read. */
type Take = (place: bigint, bytes: Buffer, end: bigint) => Promise<void> | void

const [data, keepalive, status] = ['w', 'k', 'r'].map((letter) => letter.charCodeAt(0)) as [number, number, number]
/** Bytes before what was written: letter, its place, the end of all, the time. */
const dataHead = 25
/** Where a keepalive says whether it wants an answer. */
const wantsAnswer = 17

type Streaming = {
  connection: {
    on(event: 'copyData', listener: (message: { chunk: Buffer }) => void): void
    sendCopyFromChunk(chunk: Buffer): void
  }
}

/** `take` gets what was written from the beginning of a segment on, in its order. */
export async function openWalStream(address: DatabaseAddress, take: Take): Promise<WalStream> {
  const client = replicationClient(address)
  try {
    await client.connect()
    const begin = await beginOf(client)
    return stream(client, begin, take)
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

/** What nobody has read yet is kept no longer. While it is read it stays. */
export async function dropSlot(address: DatabaseAddress): Promise<void> {
  const client = replicationClient(address)
  try {
    await client.connect()
    const { slot_type } = await slotIn(client)
    if (slot_type !== null) await client.query(`DROP_REPLICATION_SLOT ${archiveSlot}`)
  } finally {
    await client.end().catch(() => {})
  }
}

const slotIn = (client: pg.Client) =>
  one<{ slot_type: string | null; restart_lsn: string | null }>(client, `READ_REPLICATION_SLOT ${archiveSlot}`)

async function beginOf(client: pg.Client): Promise<StreamStart> {
  const timeline = (await one<{ timeline: number }>(client, 'IDENTIFY_SYSTEM')).timeline
  const { slot_type, restart_lsn } = await slotIn(client)
  if (restart_lsn !== null) return from(timeline, restart_lsn, false)
  // It fell behind further than it may.
  if (slot_type !== null) await client.query(`DROP_REPLICATION_SLOT ${archiveSlot}`)
  await client.query(`CREATE_REPLICATION_SLOT ${archiveSlot} PHYSICAL (RESERVE_WAL)`)
  const made = await slotIn(client)
  return from(timeline, made.restart_lsn ?? '0/0', true)
}

function from(timeline: number, lsn: string, gap: boolean): StreamStart {
  const kept = placeOf(lsn)
  return { timeline, place: beginOfSegment(kept), kept, gap }
}

async function one<Row extends object>(client: pg.Client, command: string): Promise<Row> {
  const { rows } = await client.query<Row>(command)
  if (!rows[0]) throw new Error(`nothing was answered to ${command}`)
  return rows[0]
}

function stream(client: pg.Client, begin: StreamStart, take: Take): WalStream {
  const socket = socketOf(client)
  const { connection } = client as unknown as Streaming // which the driver's types leave out
  let kept = begin.kept
  const tell = () => connection.sendCopyFromChunk(statusOf(kept))
  let taking: Promise<void> = Promise.resolve()
  let waiting = 0
  let failure: unknown
  const onChunk = (chunk: Buffer) => {
    const [place, end] = [chunk.readBigUInt64BE(1), chunk.readBigUInt64BE(chunk[0] === data ? 9 : 1)]
    if (chunk[0] === keepalive && chunk[wantsAnswer] === 1) tell()
    // The driver uses its buffer again.
    const bytes = chunk[0] === data ? Buffer.from(chunk.subarray(dataHead)) : Buffer.alloc(0)
    if (++waiting === 1) socket.pause()
    taking = taking
      .then(() => take(place, bytes, end))
      .catch((error: unknown) => {
        failure ??= error
        socket.destroy()
      })
      .finally(() => --waiting === 0 && socket.resume())
  }
  connection.on('copyData', ({ chunk }) => {
    if (chunk[0] === data || chunk[0] === keepalive) onChunk(chunk)
  })
  const at = `${lsnOf(begin.place)} TIMELINE ${begin.timeline}`
  const ended = client.query(`START_REPLICATION SLOT ${archiveSlot} PHYSICAL ${at}`).catch((error: unknown) => {
    failure ??= error
  })
  return {
    begin,
    acknowledge: (place) => {
      // PostgreSQL would go back with it, to what it has let go of.
      if (place > kept) kept = place
      tell()
    },
    ended: ended.then(async () => {
      // What was refused leaves the connection as it is.
      socket.destroy()
      await taking
      return failure
    }),
    close: () => socket.destroySoon(),
  }
}

/** PostgreSQL's own time is not looked at by anybody. */
function statusOf(kept: bigint): Buffer {
  const answer = Buffer.alloc(34)
  answer.writeUInt8(status, 0)
  for (const at of [1, 9, 17]) answer.writeBigUInt64BE(kept, at)
  return answer
}
