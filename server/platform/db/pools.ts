// The connections that calls have, by what they are for.
import type pg from 'pg'
import { type DatabaseAddress, openPool, type PoolOptions } from './connection.ts'

const patience = 10_000

/** How connections are dealt out, and how many of each kind one gym has at most: what it asks for beyond that waits. */
export function shareConnections(connections: number) {
  const reading = Math.floor(connections / 3)
  const platform = Math.floor(connections / 4.5)
  const writing = connections - reading - platform
  const ofOneGym = Math.floor((reading * 2) / 3)
  const ofOneGymWriting = Math.floor((writing * 3) / 4)
  return {
    readers: { all: reading, ofOneGym, kept: reading - ofOneGym, patience },
    /**
     * Reads of hundreds of rows keep this process busy as well as the database, and whoever asks for them waits for
     * paper or a file: those of one gym follow each other.
     */
    longReaders: { all: ofOneGym, ofOneGym: 1, patience },
    writers: { all: writing, ofOneGym: ofOneGymWriting, kept: writing - ofOneGymWriting, patience },
    platform,
  }
}
export type Dealt = ReturnType<typeof shareConnections>

export function openPools(
  address: DatabaseAddress,
  dealt: Dealt,
  options: Pick<PoolOptions, 'troubles' | 'connections' | 'limit'>,
) {
  const asServer = { asServer: true, ...options }
  const reads = openPool(address, { max: dealt.readers.all, pipeline: true, readOnly: true, ...asServer })
  const writes = openPool(address, { max: dealt.writers.all, pipeline: true, ...asServer })
  const platform = openPool(address, { max: dealt.platform, pipeline: false, ...asServer })
  const end = async () => {
    await Promise.all([reads.end(), writes.end(), platform.end()])
  }
  return { reads, writes, platform, end }
}

export const countOf = (pool: string, { totalCount, idleCount, waitingCount }: pg.Pool, waiting: number) => ({
  pool,
  open: totalCount,
  idle: idleCount,
  waiting: waitingCount + waiting,
})
