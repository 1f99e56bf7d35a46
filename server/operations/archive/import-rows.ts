// Inserts the rows of an archive into a database of the same schema in one transaction, as all rows or as one more gym.
// Triggers are off, because derived rows are in the archive too; foreign keys and checks apply. Runs as the tables'
// owner, who need not be a superuser.
import type pg from 'pg'
import { copyRowsFromTable, copyRowsToTable } from '../../platform/db/copy-rows.ts'
import { StartRefusal } from '../../platform/start-refusal.ts'
import { type ArchivedTable, type ArchiveEntry, type Manifest, tablesFolder } from './archive-format.ts'
import { findGymColumn, quoteName, quoteNames } from './archive-tables.ts'
import { ArchiveMismatchError } from './backup-errors.ts'
import type { GymIdReplacement } from './gym-id-replacement.ts'
import { RowDigest } from './row-digest.ts'
import { throttleStream } from './throttle-stream.ts'

export class RowImporter {
  readonly #client: pg.ClientBase
  readonly #manifest: Manifest
  /** Gym to add to the gyms of this database; null if the archive replaces everything. */
  readonly #gym: GymIdReplacement | null
  /** Speed limit in bytes a second for reading the rows back to compare them. */
  readonly #rate: number | undefined
  /** Tables whose row-level security also applies to their owner (FORCE ROW LEVEL SECURITY). */
  #forced: string[] = []
  /** Digests of stored rows by table, if the gym got a new number. */
  readonly #renumbered = new Map<string, RowDigest>()

  constructor(client: pg.ClientBase, manifest: Manifest, gym: GymIdReplacement | null, rate?: number) {
    this.#client = client
    this.#manifest = manifest
    this.#gym = gym
    this.#rate = rate
  }

  async begin(): Promise<void> {
    await this.#client.query('begin')
    const { rows } = await this.#client.query<{ name: string }>(
      `select relname::text as name from pg_class where relforcerowsecurity and relnamespace = 'public'::regnamespace`,
    )
    this.#forced = rows.map(({ name }) => name)
    const names = this.#manifest.tables.map(({ name }) => name)
    await this.#alterAll(names, 'disable trigger user')
    // COPY fails under row-level security. Both settings are restored before the commit.
    await this.#alterAll(this.#forced, 'no force row level security')
    if (!this.#gym) await this.#client.query(`truncate ${quoteNames(names)} restart identity`)
    else
      await this.#client.query('delete from unknown_devices where sn = any ($1)', [this.#manifest.gym?.serial_numbers])
  }

  async take({ name: entry, content }: ArchiveEntry): Promise<void> {
    const name = entry.slice(tablesFolder.length).split('/')[0] ?? ''
    const table = this.#manifest.tables.find((each) => each.name === name)
    if (!table) throw new Error(`the manifest does not list ${name}`)
    const rows = this.#gym ? this.#gym.renumber(table, content) : content
    if (rows !== content) {
      const digest = this.#renumbered.get(name) ?? new RowDigest()
      this.#renumbered.set(name, digest)
      digest.addRows(rows)
    }
    const statement = `copy ${quoteName(name)} (${quoteNames(table.columns)}) from stdin`
    await copyRowsToTable(this.#client, statement, rows).catch((error) => {
      if (error.constraint !== 'users_master_role') throw error
      throw new StartRefusal(
        'El archivo trae un usuario de un gimnasio con el rol master, que es solo de la plataforma: no se importó nada.',
      )
    })
  }

  /** Compares all rows. Sequences of an added gym skip `skippedIds` beyond both databases. @throws ArchiveMismatchError */
  async finish(skippedIds = 0): Promise<void> {
    for (const table of this.#manifest.tables) await this.#compare(table)
    for (const { name, last } of this.#manifest.sequences) await this.#setSequence(name, last, skippedIds)
    await this.#alterAll(this.#forced, 'force row level security')
    const names = this.#manifest.tables.map(({ name }) => name)
    await this.#alterAll(names, 'enable trigger user')
  }

  async #compare({ name, columns, digest }: ArchivedTable): Promise<void> {
    const where = this.#gym ? ` where ${findGymColumn(name)} = ${this.#gym.to}` : ''
    const stored = new RowDigest()
    const all = `copy (select ${quoteNames(columns)} from ${quoteName(name)}${where}) to stdout`
    for await (const _ of throttleStream(this.#rate)(copyRowsFromTable(this.#client, all, (row) => stored.add(row))));
    const expected = this.#renumbered.get(name)?.toString() ?? digest
    if (String(stored) !== expected)
      throw new ArchiveMismatchError(`${name} holds ${stored.rows} rows ${stored} instead of ${expected}`)
  }

  async #setSequence(name: string, last: number | null, skippedIds: number): Promise<void> {
    if (last === null) return
    const sequence = `public.${quoteName(name)}`
    if (!this.#gym) await this.#client.query('select setval($1::regclass, $2::bigint)', [sequence, last])
    else if (name === 'gyms_id_seq')
      // The sequence does not go back, so that the number of a deleted gym is not used again.
      await this.#client.query(
        `select setval($1::regclass, greatest((select last_value from pg_sequences
         where schemaname = 'public' and sequencename = $2), max(id))) from gyms`,
        [sequence, name],
      )
    else
      await this.#client.query(
        `select setval($1::regclass, greatest($2::bigint, coalesce(last_value, 0)) + $3) from pg_sequences
         where schemaname = 'public' and sequencename = $4`,
        [sequence, last, skippedIds, name],
      )
  }

  async #alterAll(names: string[], action: string): Promise<void> {
    for (const name of names) await this.#client.query(`alter table ${quoteName(name)} ${action}`)
  }
}
