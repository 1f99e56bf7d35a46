// The rows of an export go into a database that has the same schema and nothing in it, in one transaction. What triggers derive and
// tell came along as rows, so none fires; PostgreSQL's own checks of references, keys and values all do. It is the tables' owner who
// works, whoever that is: no superuser is needed.
import type pg from 'pg'
import { copyIn, copyOut } from '../db/copy-rows.ts'
import type { ExportHead, ExportManifest } from './export-manifest.ts'
import { listed, quoted } from './exported-tables.ts'

import { RowDigest } from './row-digest.ts'
import { BrokenTar, contentOf, type TarEntry } from './tar.ts'

export class RowsImport {
  readonly #client: pg.PoolClient
  readonly #head: ExportHead
  /** Of whom row-level security is forced on the owner too. */
  #forced: string[] = []
  #failed: { error: unknown } | undefined

  constructor(client: pg.PoolClient, head: ExportHead) {
    this.#client = client
    this.#head = head
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
    // Of what migrations put in.
    await this.#client.query(`truncate ${listed(this.#names())} restart identity`)
  }

  /** What the database refuses is told at the end: it may be that the archive is damaged, which its manifest shows. */
  async take(entry: TarEntry, name: string): Promise<void> {
    const table = this.#head.tables.find((each) => each.name === name)
    if (!table) throw new BrokenTar(`rows of a table that it does not name: ${entry.name}`)
    const rows = await contentOf(entry)
    if (this.#failed) return
    await copyIn(this.#client, `copy ${quoted(name)} (${listed(table.columns)}) from stdin`, rows).catch((error) => {
      this.#failed = { error }
    })
  }

  /** @throws what the database refused, or where it does not hold what it should */
  async finish(manifest: ExportManifest): Promise<void> {
    if (this.#failed) throw this.#failed.error
    for (const { name, columns } of this.#head.tables) {
      const told = manifest.tables.find((each) => each.name === name)
      const digest = new RowDigest()
      const all = `copy ${quoted(name)} (${listed(columns)}) to stdout`
      for await (const _ of copyOut(this.#client, all, (row) => digest.add(row)));
      if (digest.rows !== told?.rows || String(digest) !== told.digest)
        throw new Error(`${name} holds ${digest.rows} rows ${digest}, its export said ${told?.rows} ${told?.digest}`)
    }
    for (const { name, last } of this.#head.sequences)
      if (last !== null)
        await this.#client.query('select setval($1::regclass, $2::bigint)', [`public.${quoted(name)}`, last])
    await this.#alterAll(this.#forced, 'force row level security')
    await this.#alterAll(this.#names(), 'enable trigger user')
    await this.#client.query('commit')
  }

  /** What was not finished is rolled back with its connection. */
  end(): void {
    this.#client.release(true)
  }

  #names(): string[] {
    return this.#head.tables.map(({ name }) => name)
  }

  async #alterAll(names: string[], what: string): Promise<void> {
    for (const name of names) await this.#client.query(`alter table ${quoted(name)} ${what}`)
  }
}
