// Maps secret host names below DOOR_DOMAIN to gyms. A terminal whose server is set to such a name sends it in `Host`.
import type { Database } from '../platform/db/database.ts'

/** Milliseconds between two database reads because of unknown names, so that invented names cost little. */
const minReadIntervalMs = 1000

const generatedNamePattern = /^[0-9a-f]{12}$/

export class GymHostNameCache {
  readonly #database: Pick<Database, 'platform'>
  readonly #domain: string | undefined
  /** Host name → gym id. Entries never expire, since a name never passes to another gym. */
  readonly #gyms = new Map<string, number>()
  #readAt = Number.NEGATIVE_INFINITY

  constructor(database: Pick<Database, 'platform'>, domain: string | undefined) {
    this.#database = database
    this.#domain = domain
  }

  get areConfigured(): boolean {
    return this.#domain !== undefined
  }

  /** Returns null if `host`, which may have a port, is not below DOOR_DOMAIN. `gym` is null for an unknown name. */
  async findGym(host: string | undefined): Promise<{ gym: number | null } | null> {
    const ending = `.${this.#domain}`
    const asked = (host ?? '').toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '')
    if (this.#domain === undefined || !asked.endsWith(ending)) return null
    const name = asked.slice(0, -ending.length)
    if (generatedNamePattern.test(name) && !this.#gyms.has(name)) await this.#load()
    return { gym: this.#gyms.get(name) ?? null }
  }

  async #load(): Promise<void> {
    const at = performance.now()
    if (at - this.#readAt < minReadIntervalMs) return
    this.#readAt = at
    const { rows } = await this.#database.platform.query<{ name: string; gym_id: number }>(
      'select name, gym_id from gym_host_names',
    )
    for (const { name, gym_id } of rows) this.#gyms.set(name, gym_id)
  }
}
