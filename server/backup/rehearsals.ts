// Once a week the newest copy is rehearsed: one that was never brought back is a hope. What came of it is kept in DATA_DIR, which
// no copy takes along.
import { basename, join } from 'node:path'
import { type RehearsalStatus, type RehearsalTrouble, rehearsalOverdueDays } from '@torniquete/contract/backup.ts'
import type { freeSpaceOf } from '../db/embedded/free-space.ts'
import type { Gauges } from '../measurements.ts'
import type { Services } from '../services.ts'
import { copiesIn, isAhead, type KeptCopy, type Place } from './kept-copies.ts'
import { dropRehearsal, placeWithRoom, rehearse } from './rehearsal.ts'
import { type RehearsalRecord, readRehearsalRecord, writeRehearsalRecord } from './rehearsal-record.ts'
import { backgroundBytesPerSecond } from './throttle.ts'
import { rehearsalTroubleOf } from './trouble.ts'
import { dropFormer, isOfToday, lastUpgrade } from './upgrade/former-folder.ts'
import { readCopyNotes } from './written-copies.ts'

const day = 24 * 3_600_000
/** Milliseconds between two copies that are rehearsed: those of a week's same night, whatever the clocks did. */
const aWeek = 6.5 * day

type Parts = Pick<Services, 'config' | 'database' | 'clock' | 'log'> & {
  images?: Services['images']
  freeSpaceOf?: typeof freeSpaceOf
  /** Bytes a second at most. */
  rate?: number
}

export class Rehearsals {
  readonly #parts: Parts
  readonly #place: Place
  readonly #signal: AbortSignal
  #kept: RehearsalRecord
  #working: Promise<void> | null = null
  constructor(parts: Parts, place: Place, signal: AbortSignal) {
    this.#parts = parts
    this.#place = place
    this.#signal = signal
    this.#kept = readRehearsalRecord(parts.config.dataDir)
  }

  /** `since`: when the first could have been. */
  status(now: Date, since: Date): RehearsalStatus {
    const { agreed, tried } = this.#kept
    const last = agreed ? new Date(agreed.at) : since
    return {
      last_at: agreed?.at ?? null,
      seconds: agreed?.seconds ?? null,
      overdue: now.getTime() - last.getTime() > rehearsalOverdueDays * day || isAhead(last, now),
      trouble: tried?.trouble ?? null,
    }
  }

  get gauges(): Gauges {
    return {
      torniquete_rehearsal_age_seconds: {
        help: 'Since a copy was last restored on trial and found right; NaN where none was.',
        value: () => {
          const { agreed } = this.#kept
          return agreed ? Math.round((this.#parts.clock().getTime() - Date.parse(agreed.at)) / 1000) : Number.NaN
        },
      },
    }
  }

  get #besideCopies(): string {
    return `torniquete-${this.#place.installation}.ensayo`
  }

  /** Where a rehearsal is made: beside what runs, or on the disk of the copies. */
  get #places() {
    const { folder } = this.#place
    const { dataDir } = this.#parts.config
    return [
      { folder: join(dataDir, 'rehearsal'), disk: dataDir },
      { folder: join(folder, this.#besideCopies), disk: folder },
    ]
  }

  /** Removes what one left that was killed. */
  begin(): Promise<void> {
    return this.#alone(async () => {
      const folders = this.#places.map(({ folder }) => folder)
      const { trial } = this.#kept
      // Where BACKUP_DIR was before; nothing else of that disk is ours, nor what another DATA_DIR has.
      if (trial && basename(trial) === this.#besideCopies) folders.push(trial)
      for (const folder of folders) await dropRehearsal(folder)
    })
  }

  /** Makes one where it is due and none is being made; resolves when it is over, well or not. */
  lookNow(): Promise<void> {
    return this.#alone(async () => {
      const now = this.#parts.clock()
      await this.#dropFormer(now)
      const upgrade = lastUpgrade(this.#parts.config.dataDir)
      const isOurs = (copy: KeptCopy) => copy.sound && isOfToday(upgrade, copy)
      const newest = (await copiesIn(this.#place, now)).find(isOurs)
      if (newest && this.#isDue(newest, now)) await this.#rehearse(newest)
    })
  }

  async #dropFormer(now: Date): Promise<void> {
    const { config, log } = this.#parts
    try {
      if (await dropFormer(config.dataDir, this.#kept.agreed !== null, now))
        log.info('the data folder of before the upgrade is gone: a copy of the new one was rehearsed')
    } catch (error) {
      log.error({ err: error }, 'the data folder of before the upgrade cannot be removed')
    }
  }

  /** Until it is over, for as long as a stop may take. */
  get working(): Promise<void> | null {
    return this.#working
  }

  async #alone(work: () => Promise<void>): Promise<void> {
    this.#working ??= work()
      .catch((error) => this.#parts.log.error({ err: error }, 'no copy was rehearsed'))
      .finally(() => {
        this.#working = null
      })
    await this.#working
  }

  /** Each copy is tried once: what ends the product would else do so again at every start. */
  #isDue(newest: KeptCopy, now: Date): boolean {
    const { agreed, tried } = this.#kept
    if (tried?.copy === newest.name) return false
    if (!agreed || tried?.trouble) return true
    const last = new Date(agreed.copy_at)
    return newest.at.getTime() - last.getTime() >= aWeek || isAhead(last, now)
  }

  async #rehearse({ name, at }: KeptCopy): Promise<void> {
    const { config, database, images, freeSpaceOf: freeOf, rate = backgroundBytesPerSecond, log, clock } = this.#parts
    const complain = (what: string, error: unknown) => log.warn({ err: error }, what)
    const before = this.#kept
    this.#save({ ...before, tried: { copy: name, trouble: before.tried?.trouble ?? null } })
    const begun = performance.now()
    try {
      const folder = await placeWithRoom(this.#places, config.dataDir, freeOf)
      this.#save({ ...this.#kept, trial: folder })
      const [file, signal] = [join(this.#place.folder, name), this.#signal]
      const running = { dataDir: config.dataDir, address: database.address }
      const digest = this.#place.dataDir && readCopyNotes(this.#place.dataDir).get(name)?.digest
      const found = await rehearse({
        ...running,
        file,
        digest,
        phrase: config.BACKUP_KEY,
        key: config.BIOMETRICS_KEY,
        folder,
        signal,
        rate,
        freeOf,
        images,
        complain,
      })
      const seconds = Math.round((performance.now() - begun) / 1000)
      log.info({ ...found, seconds }, 'a copy was rehearsed')
      const agreed = { at: clock().toISOString(), copy_at: at.toISOString(), seconds }
      this.#save({ agreed, tried: { copy: name, trouble: null } })
    } catch (error) {
      // Whoever stops the product at this hour every day has it made another time.
      if (this.#signal.aborted) return this.#save(before)
      const trouble: RehearsalTrouble = rehearsalTroubleOf(error)
      log.error({ err: error, copy: name }, 'the rehearsal of a copy failed')
      this.#save({ ...before, tried: { copy: name, trouble } })
    }
  }

  #save(kept: RehearsalRecord): void {
    this.#kept = kept
    writeRehearsalRecord(this.#parts.config.dataDir, kept)
  }
}
