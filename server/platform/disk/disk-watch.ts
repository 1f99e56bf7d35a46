// Watches the free space of DATA_DIR's disk. Writes are refused shortly before the disk is full, because PostgreSQL
// stops when it cannot write its WAL, and then does not start without space.
import { type DiskSpaceStatus, getDiskSpaceLevel } from '@torniquete/contract/admin/disk-space-level.ts'
import { throwError } from '@torniquete/contract/shared/errors.ts'
import { readDiskSpace } from '../files/free-space.ts'
import type { Gauges } from '../metrics.ts'

/** Interval of checks in milliseconds; the limit leaves enough space for what is written between two checks. */
const checkIntervalMs = 2_000
/** A full disk counts as usable again at this many times the free space at which it counts as full. */
const recoveryFactor = 1.25

export class DiskWatch {
  readonly #folder: string
  readonly #spaceOf: typeof readDiskSpace
  readonly #log: (line: string) => void
  #seen: DiskSpaceStatus = { free: null, level: 'ample' }
  #probing: Promise<void> | null = null
  #timer: NodeJS.Timeout | undefined

  constructor(folder: string, log: (line: string) => void = () => {}, look = readDiskSpace) {
    this.#folder = folder
    this.#log = log
    this.#spaceOf = look
  }

  /** Returns the last measurement, without waiting for a disk that does not respond. */
  get status(): DiskSpaceStatus {
    return this.#seen
  }

  async begin(): Promise<void> {
    await this.look()
    this.#timer = setInterval(() => void this.look(), checkIntervalMs).unref()
  }

  end(): void {
    clearInterval(this.#timer)
  }

  /** Measures, but only one at a time: on a hanging disk many measurements would block every thread. */
  look(): Promise<void> {
    this.#probing ??= this.#probe().finally(() => {
      this.#probing = null
    })
    return this.#probing
  }

  requireRoom(): void {
    if (this.#seen.level === 'full') throwError('disk.full', { seconds: 10 })
  }

  readonly gauges: Gauges = {
    torniquete_disk_free_bytes: {
      help: 'What is free on the disk of DATA_DIR: database, images, secrets.',
      value: () => this.#seen.free ?? Number.NaN,
    },
  }

  async #probe(): Promise<void> {
    const space = await this.#spaceOf(this.#folder).catch(() => null)
    // A failed measurement changes nothing.
    if (!space) return
    const { level } = this.#seen
    // A full disk needs more space to count as usable, because WAL segments come and go and would toggle the state.
    const counted = level === 'full' ? { ...space, free: space.free / recoveryFactor } : space
    this.#seen = { free: space.free, level: getDiskSpaceLevel(counted) === 'full' ? 'full' : getDiskSpaceLevel(space) }
    if (this.#seen.level === level) return
    const stops = this.#seen.level === 'full' ? ': no se guarda nada hasta que haya sitio' : ''
    this.#log(`Disco de ${this.#folder}: ${Math.round(space.free / 1e6)} MB libres${stops}.`)
  }
}
