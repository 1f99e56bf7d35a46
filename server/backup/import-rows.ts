// The rows of an export go into a database that has the same schema, in one transaction: in place of all that is there, or as one gym
// beside others. What triggers derive and
// tell came along as rows, so none fires; PostgreSQL's own checks of references, keys and values all do. It is the tables' owner who
// works, whoever that is: no superuser is needed.
import type pg from 'pg'
import { copyIn, copyOut } from '../db/copy-rows.ts'
import { Refused } from '../refused.ts'
import type { ExportHead, ExportManifest } from './export-manifest.ts'
import { listed, quoted, stayingIn } from './exported-tables.ts'

import { gymColumn, type MovedGym } from './moved-gym.ts'
import { RowDigest } from './row-digest.ts'
import { BrokenTar, contentOf, type TarEntry } from './tar.ts'

const gymSequence = 'gyms_id_seq'
const lineEnd = 10

/** Line ends within a value are written otherwise. */
function addRows(digest: RowDigest | undefined, rows: Buffer): void {
  for (let from = 0; from < rows.length; ) {
    const to = rows.indexOf(lineEnd, from) + 1 || rows.length
    digest?.add(rows.subarray(from, to))
    from = to
  }
}

/** A row that would make somebody of a gym the platform's master is refused by name; the rest as the database says it. */
const toRefusal = (error: unknown): unknown =>
  error instanceof Error && 'constraint' in error && error.constraint === 'users_master_role'
    ? new Refused(
        'El archivo trae un usuario de un gimnasio con el rol master, que es solo de la plataforma: no se importó nada.',
      )
    : error

export class RowsImport {
  readonly #client: pg.ClientBase
  readonly #head: ExportHead
  /** Of whom row-level security is forced on the owner too. */
  #forced: string[] = []
  #failed: { error: unknown } | undefined
  readonly #gym: MovedGym | null
  /** Of the rows as they came, and as they were put in. */
  readonly #came = new Map<string, RowDigest>()
  readonly #put = new Map<string, RowDigest>()

  constructor(client: pg.ClientBase, head: ExportHead, gym: MovedGym | null) {
    this.#client = client
    this.#head = head
    this.#gym = gym
    for (const { name } of head.tables)
      for (const digests of [this.#came, this.#put]) digests.set(name, new RowDigest())
  }

  async begin(): Promise<void> {
    await this.#client.query('begin')
    const { rows } = await this.#client.query<{ name: string }>(
      `select relname::text as name from pg_class where relforcerowsecurity and relnamespace = 'public'::regnamespace`,
    )
    this.#forced = rows.map(({ name }) => name)
    await this.#alterAll(this.#names(), 'disable trigger user')
    // COPY knows no policies; both stand again at the commit.
    await this.#alterAll(this.#forced, 'no force row level security')
    // Of what migrations put in; a terminal that comes along is unknown no more.
    const emptied = [...new Set([...this.#names(), ...(await stayingIn(this.#client))])]
    if (!this.#gym) await this.#client.query(`truncate ${listed(emptied)} restart identity`)
    else await this.#client.query('delete from unknown_devices where sn = any ($1)', [this.#head.gym?.serial_numbers])
  }

  /** What the database refuses is told at the end: it may be that the archive is damaged, which its manifest shows. */
  async take(entry: TarEntry, name: string): Promise<void> {
    const table = this.#head.tables.find((each) => each.name === name)
    if (!table) throw new BrokenTar(`rows of a table that it does not name: ${entry.name}`)
    const came = await contentOf(entry)
    addRows(this.#came.get(name), came)
    const rows = this.#gym ? this.#gym.rows(table, came) : came
    if (rows !== came) addRows(this.#put.get(name), rows)
    if (this.#failed) return
    await copyIn(this.#client, `copy ${quoted(name)} (${listed(table.columns)}) from stdin`, rows).catch((error) => {
      this.#failed = { error }
    })
  }

  /**
   * What is left is the commit. Sequences of a gym that comes beside others go beyond both by so much.
   *
   * @throws what the database refused, or where it does not hold what it should
   */
  async finish(manifest: ExportManifest, beyond = 0): Promise<void> {
    if (this.#failed) throw toRefusal(this.#failed.error)
    for (const table of this.#head.tables) await this.#prove(table, manifest)
    for (const { name, last } of this.#head.sequences) await this.#setSequence(name, last, beyond)
    await this.#alterAll(this.#forced, 'force row level security')
    await this.#alterAll(this.#names(), 'enable trigger user')
  }

  async #prove({ name, columns }: ExportHead['tables'][number], manifest: ExportManifest): Promise<void> {
    const told = manifest.tables.find((each) => each.name === name)
    const came = this.#came.get(name)
    if (told?.rows !== came?.rows || told?.digest !== String(came))
      throw new BrokenTar(`${name} has ${came?.rows} rows ${came}, its export said ${told?.rows} ${told?.digest}`)
    const where = this.#gym ? ` where ${gymColumn(name)} = ${this.#gym.to}` : ''
    const stored = new RowDigest()
    const all = `copy (select ${listed(columns)} from ${quoted(name)}${where}) to stdout`
    for await (const _ of copyOut(this.#client, all, (row) => stored.add(row)));
    const put = this.#gym && this.#gym.from !== this.#gym.to ? this.#put.get(name) : came
    if (String(stored) !== String(put)) throw new Error(`${name} holds ${stored.rows} rows ${stored} instead of ${put}`)
  }

  async #setSequence(name: string, last: number | null, beyond: number): Promise<void> {
    const sequence = `public.${quoted(name)}`
    if (!this.#gym && last !== null)
      await this.#client.query('select setval($1::regclass, $2::bigint)', [sequence, last])
    // That of the gyms themselves was asked for the next, and is no gym's.
    if (this.#gym && last !== null && name !== gymSequence)
      await this.#client.query(
        `select setval($1::regclass, greatest($2::bigint, coalesce(last_value, 0)) + $3) from pg_sequences
         where schemaname = 'public' and sequencename = $4`,
        [sequence, last, beyond, name],
      )
    if (this.#gym && name === gymSequence)
      await this.#client.query(
        // A number of a gym that is gone is not given again.
        `select setval($1::regclass, greatest((select last_value from pg_sequences
         where schemaname = 'public' and sequencename = $2), max(id))) from gyms`,
        [sequence, name],
      )
  }

  #names(): string[] {
    return this.#head.tables.map(({ name }) => name)
  }

  async #alterAll(names: string[], what: string): Promise<void> {
    for (const name of names) await this.#client.query(`alter table ${quoted(name)} ${what}`)
  }
}
