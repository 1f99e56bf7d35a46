// How much room the disk of DATA_DIR has. A database that meets its end there stops with whatever was being booked, and does
// not start again until somebody makes room: so nothing is stored from a little before.
import { type DiskStatus, diskLevel } from '@torniquete/contract/disk.ts'
import { fail } from '@torniquete/contract/errors.ts'
import { spaceOf } from '../files/free-space.ts'
import type { Gauges } from '../measurements.ts'

/** Milliseconds between two looks: what is written meanwhile has room below the limit. */
const lookEvery = 2_000
/** Until there is room somebody has to do something. */
const retryAfterSeconds = 10
/** Times the limit that are free when it is full no longer. */
const clearly = 1.25

const unknown: DiskStatus = { free: null, level: 'ample' }

export class DiskWatch {
  readonly #folder: string
  readonly #spaceOf: typeof spaceOf
  readonly #log: (line: string) => void
  #seen = unknown
  #probing: Promise<void> | null = null
  #timer: NodeJS.Timeout | undefined

  constructor(folder: string, log: (line: string) => void = () => {}, look = spaceOf) {
    this.#folder = folder
    this.#log = log
    this.#spaceOf = look
  }

  /** As it was last seen; a disk that does not answer is not waited for. */
  get status(): DiskStatus {
    return this.#seen
  }

  /** Looks now, and from then on again and again. */
  async begin(): Promise<void> {
    await this.look()
    this.#timer = setInterval(() => void this.look(), lookEvery).unref()
  }

  end(): void {
    clearInterval(this.#timer)
  }

  /** One look at a time: on a disk that hangs they would hold every thread there is. */
  look(): Promise<void> {
    this.#probing ??= this.#probe().finally(() => {
      this.#probing = null
    })
    return this.#probing
  }

  /** Throws where nothing may be stored now. */
  requireRoom(): void {
    if (this.#seen.level === 'full') fail('disk.full', { seconds: retryAfterSeconds })
  }

  readonly gauges: Gauges = {
    torniquete_disk_free_bytes: {
      help: 'What is free on the disk of DATA_DIR: database, images, secrets.',
      value: () => this.#seen.free ?? Number.NaN,
    },
  }

  async #probe(): Promise<void> {
    const space = await this.#spaceOf(this.#folder).catch(() => null)
    // A disk that is asked in vain has as much as before.
    if (!space) return
    const { level } = this.#seen
    // What was full is so until there is clearly room: a piece of the database's log that comes and goes changes nothing.
    const counted = level === 'full' ? { ...space, free: space.free / clearly } : space
    this.#seen = { free: space.free, level: diskLevel(counted) === 'full' ? 'full' : diskLevel(space) }
    if (this.#seen.level === level) return
    const stops = this.#seen.level === 'full' ? ': no se guarda nada hasta que haya sitio' : ''
    this.#log(`Disco de ${this.#folder}: ${Math.round(space.free / 1e6)} MB libres${stops}.`)
  }
}
