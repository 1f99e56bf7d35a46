// A copy by itself every night, and one that was missed soon after the start. Only of the database that comes along: one
// server has it, and nobody else looks after it.
import { existsSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { CopyTrouble } from '@torniquete/contract/backup.ts'
import type { FastifyInstance } from 'fastify'
import { locateBinaries } from '../db/embedded/binaries.ts'
import type { freeSpaceOf } from '../db/embedded/free-space.ts'
import { installationFile, installationOf } from '../db/embedded/installation.ts'
import { keepProgram } from '../db/embedded/kept-program.ts'
import type { Gauges } from '../measurements.ts'
import type { Services } from '../services.ts'
import { writeBackup } from './back-up.ts'
import type { CopyTimeouts } from './bucket-of-copies.ts'
import { CachedProbe } from './cached-probe.ts'
import { CopiesInBucket } from './copies-in-bucket.ts'
import { rememberFolder, requireFolder } from './folder-of-copies.ts'
import {
  copiesIn,
  copyNamesIn,
  dropCopies,
  dropPartial,
  hasForeignCopy,
  isAhead,
  isOneAhead,
  lastDue,
  type NewestCopy,
  nameOf,
  newestCopy,
  type Place,
} from './kept-copies.ts'
import { copyWithdrawalsToFolder } from './kept-withdrawals.ts'
import { isSound } from './manifest.ts'
import { Rehearsals } from './rehearsals.ts'
import { requireReserve, requireSpace } from './space.ts'
import { backgroundBytesPerSecond } from './throttle.ts'
import { troubleOf } from './trouble.ts'
import { isOfToday, lastUpgrade, noteOlderCopies } from './upgrade/former-folder.ts'
import { noteCopy } from './written-copies.ts'

/** Milliseconds: until the first look, between two, and after one that failed. */
const first = 2 * 60_000
const every = 60_000
const afterFailure = 60 * 60_000

type Parts = Pick<Services, 'config' | 'database' | 'clock' | 'log'> & {
  images?: Services['images']
  freeSpaceOf?: typeof freeSpaceOf
  /** Bytes a second at most. */
  rate?: number
  /** With the bucket that copies go to. */
  patience?: CopyTimeouts
}

/** Where that is `wanted`; nothing is measured where it is not. */
export function copyEveryNight(server: FastifyInstance, parts: Parts, wanted: boolean): Nightly | null {
  if (!wanted) return null
  const nightly = new Nightly(parts)
  nightly.start(server)
  return nightly
}

export class Nightly {
  readonly #parts: Parts
  readonly #place: Place & { dataDir: string }
  readonly #stopping = new AbortController()
  readonly #newest: CachedProbe<NewestCopy>
  #restsUntil = 0
  /** Why there is no newer copy. */
  #failure: CopyTrouble | null = null
  /** One of ours is of a day that has not come: by its clock or by this one. */
  #isOneAhead = false
  #hasForeignCopy = false
  /** That alone is why the last one is not sound; of one that this process did not make nobody knows. */
  #lacksBucket = false
  readonly begun: Date
  readonly rehearsals: Rehearsals
  /** Null where copies go to none. */
  readonly bucket: CopiesInBucket | null
  #working: Promise<void> | null = null
  #workingLater: Promise<void> | null = null
  constructor(parts: Parts) {
    const { config, clock } = parts
    this.#parts = parts
    const { backupDir: folder, dataDir } = config
    this.#place = { folder, installation: installationOf(dataDir), dataDir }
    this.begun = statSync(join(config.dataDir, installationFile)).mtime
    this.rehearsals = new Rehearsals(parts, this.#place, this.#stopping.signal)
    const there = config.bucketOfCopies
    this.bucket = there && new CopiesInBucket(parts, this.#place, this.#stopping.signal, there)
    this.#newest = new CachedProbe(() => newestCopy(this.#place, clock()))
  }

  get dueAt(): string {
    return this.#parts.config.BACKUP_AT
  }

  /** Null too where the folder cannot be read: it has none that is of use. */
  newest(): Promise<NewestCopy | null> {
    return this.#newest.take()
  }

  /** What whoever runs this should see to, `newest` being the newest copy. */
  trouble(newest: NewestCopy | null): CopyTrouble | null {
    if (this.#failure) return this.#failure
    // What this process did not see may be either, and a disk that dies must not be told as a bucket.
    if (newest && !newest.sound) return this.#lacksBucket ? 'bucket' : 'damaged'
    if (this.#hasForeignCopy) return 'foreign'
    return this.#isOneAhead ? 'clock' : null
  }

  get gauges(): Gauges {
    return {
      ...this.rehearsals.gauges,
      ...this.bucket?.gauges,
      torniquete_backup_age_seconds: {
        help: 'Since the newest copy in BACKUP_DIR was finished; NaN where there is none.',
        value: async () => {
          const copy = await this.newest()
          return copy ? Math.round((this.#parts.clock().getTime() - copy.at.getTime()) / 1000) : Number.NaN
        },
      },
      torniquete_backup_size_bytes: {
        help: 'How large the newest copy in BACKUP_DIR is; NaN where there is none.',
        value: async () => (await this.newest())?.bytes ?? Number.NaN,
      },
    }
  }

  start(server: FastifyInstance): void {
    let timer: NodeJS.Timeout | undefined
    const look = () => {
      timer = setTimeout(look, every).unref()
      void this.lookNow().then(() => this.lookLater())
    }
    server.addHook('onReady', async () => {
      timer = setTimeout(() => {
        look()
        void this.#keepProgram()
      }, first).unref()
      void this.rehearsals.begin()
    })
    server.addHook('preClose', async () => {
      clearTimeout(timer)
      this.#stopping.abort()
    })
    server.addHook('onClose', async () => {
      // A disk that hangs does not keep the server.
      const working = Promise.all([this.#working, this.rehearsals.working, this.bucket?.working])
      await Promise.race([working, pause(5000, undefined, { ref: false })])
      this.bucket?.close()
    })
  }

  async #keepProgram(): Promise<void> {
    const { config, freeSpaceOf: freeOf, log } = this.#parts
    try {
      await requireReserve([config.dataDir], freeOf)
      await keepProgram(config.dataDir, locateBinaries())
    } catch (error) {
      log.warn({ err: error }, 'the program that reads the data is not kept beside them')
    }
  }

  /** Makes a copy where one is due and none is being made; resolves when it is done, well or not. */
  async lookNow(): Promise<void> {
    this.#working ??= this.#work().finally(() => {
      this.#working = null
    })
    await this.#working
  }

  /** What nobody is in a hurry for, one after the other: a copy is sent to the bucket, one is rehearsed. */
  async lookLater(): Promise<void> {
    const inTurn = async () => {
      await this.bucket?.lookNow()
      await this.rehearsals.lookNow()
    }
    this.#workingLater ??= inTurn().finally(() => {
      this.#workingLater = null
    })
    await this.#workingLater
  }

  async #work(): Promise<void> {
    const { log, clock } = this.#parts
    const now = clock()
    await copyWithdrawalsToFolder(this.#place, this.#parts.config.dataDir).catch((error) =>
      log.warn({ err: error }, 'which agreements were withdrawn does not lie beside the copies'),
    )
    // One that is further away was reckoned by a clock that was wrong.
    const rest = this.#restsUntil - now.getTime()
    if (rest > 0 && rest <= afterFailure) return
    try {
      this.#isOneAhead = await isOneAhead(this.#place, now)
      this.#hasForeignCopy = await hasForeignCopy(this.#place, now)
      if (await this.#isDue(now)) await this.#copy(now)
      this.#failure = null
    } catch (error) {
      if (this.#stopping.signal.aborted) return
      this.#restsUntil = now.getTime() + afterFailure
      this.#failure = troubleOf(error, this.#place.folder)
      log.error({ err: error }, 'the nightly copy failed')
    }
  }

  /** Of what could not be read: a folder, or a picture that is not in the bucket yet. */
  #isOfDisk(place: string): boolean {
    return place.endsWith('/') || (place !== '' && existsSync(join(this.#parts.config.dataDir, 'images', place)))
  }

  async #isDue(now: Date): Promise<boolean> {
    const { config, database } = this.#parts
    const copies = await copiesIn(this.#place, now)
    const [newest] = copies
    const upgrade = lastUpgrade(config.dataDir)
    // What this program cannot bring back is no copy.
    if (upgrade && !copies.some((copy) => isOfToday(upgrade, copy))) return true
    const since = newest?.at ?? (await installedAt(database))
    return since < lastDue(config.BACKUP_AT, now) || isAhead(since, now)
  }

  async #copy(now: Date): Promise<void> {
    const { config, database, images, log } = this.#parts
    const { folder, installation } = this.#place
    const complain = (what: string, error: unknown) => log.warn({ err: error }, what)
    await requireFolder(this.#place, config)
    noteOlderCopies(config.dataDir, await copyNamesIn(this.#place))
    await dropPartial(this.#place, complain)
    await dropCopies(this.#place, config.BACKUP_KEEP, now, complain)
    await requireSpace(this.#place, config.dataDir, now, this.#parts.freeSpaceOf)
    const source = {
      dataDir: config.dataDir,
      address: database.address,
      images,
      rate: this.#parts.rate ?? backgroundBytesPerSecond,
      log: complain,
      freeOf: this.#parts.freeSpaceOf,
    }
    const fileOf = (sound: boolean) => join(folder, nameOf(installation, now, sound))
    // A clone of this machine begins in the same minute, and calls its copy the same.
    const beforeNamed = () => requireFolder(this.#place, config)
    const ways = { signal: this.#stopping.signal, unsoundFile: fileOf(false), beforeNamed }
    const { file, manifest, bytes, digest } = await writeBackup(source, fileOf(true), config.BACKUP_KEY, ways)
    noteCopy(config.dataDir, { name: basename(file), bytes, digest })
    const { damaged = false, unread = [], lost = [] } = manifest
    this.#lacksBucket = config.bucket !== null && !damaged && !unread.some((place) => this.#isOfDisk(place))
    // A count: pictures are called as people are.
    if (!isSound(manifest)) log.error({ damaged, unread: unread.length }, 'what was copied is damaged')
    if (lost.length > 0) log.warn({ lost: lost.length }, 'pictures were lost before: they are in no copy')
    // The copy is there for all that.
    await rememberFolder(this.#place, config).catch((error) => complain('the folder of the copies has no mark', error))
    await dropCopies(this.#place, config.BACKUP_KEEP, now, complain)
  }
}

/** Before that no copy was missed. */
async function installedAt({ platform }: Services['database']): Promise<Date> {
  const { rows } = await platform.query<{ created_at: string }>('select created_at from gyms where id = 0')
  return new Date(rows[0]?.created_at ?? 0)
}
