// A name for each gym below DOOR_DOMAIN, which nobody else knows: terminals that are given it for a server say it in `Host`.
import type { Database } from '../db/database.ts'

/** Milliseconds between two looks for names that are not known: whoever makes them up costs next to nothing. */
const lookEvery = 1000

/** As the database makes them up: no other name is looked for. */
const madeUpHere = /^[0-9a-f]{12}$/

export class DoorNames {
  readonly #database: Pick<Database, 'platform'>
  readonly #domain: string | undefined
  /** A name never becomes another gym's. */
  readonly #gyms = new Map<string, number>()
  #looked = Number.NEGATIVE_INFINITY

  constructor(database: Pick<Database, 'platform'>, domain: string | undefined) {
    this.#database = database
    this.#domain = domain
  }

  /** Whether there are any. */
  get areSet(): boolean {
    return this.#domain !== undefined
  }

  /** Whose name a call was made by (`Host`, with or without a port); its gym is null where it is nobody's. Null: by none. */
  async named(host: string | undefined): Promise<{ gym: number | null } | null> {
    const ending = `.${this.#domain}`
    const asked = (host ?? '').toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '')
    if (this.#domain === undefined || !asked.endsWith(ending)) return null
    const name = asked.slice(0, -ending.length)
    if (madeUpHere.test(name) && !this.#gyms.has(name)) await this.#load()
    return { gym: this.#gyms.get(name) ?? null }
  }

  async #load(): Promise<void> {
    const at = performance.now()
    if (at - this.#looked < lookEvery) return
    this.#looked = at
    const { rows } = await this.#database.platform.query<{ name: string; gym_id: number }>(
      'select name, gym_id from door_names',
    )
    for (const { name, gym_id } of rows) this.#gyms.set(name, gym_id)
  }
}
