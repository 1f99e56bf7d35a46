import { expect, test } from 'vitest'
import { ask, connectTo, dataDir, start, useDataFolder } from '../../operations/postgres/data-folder.ts'
import { logCollationMismatch } from './collation.ts'

useDataFolder()

const sortedByAnother = "update pg_database set datcollversion = 'former' where datname = 'postgres'"
const isKnown =
  "select datcollversion = pg_database_collation_actual_version(oid) from pg_database where datname = 'postgres'"

test('collation: indexes sorted by another library are rebuilt once at the start', async () => {
  const first = await start()
  await ask(first, 'create table texts (name text primary key, n int, code text collate "C")')
  await ask(first, 'create index numbers on texts (n)')
  await ask(first, 'create index codes on texts (code)')
  await ask(
    first,
    `create view files as select ${['texts_pkey', 'numbers', 'codes'].map((name) => `pg_relation_filenode('${name}') as ${name}`).join(', ')}`,
  )
  const before = await ask(first, 'table files')
  await ask(first, sortedByAnother)
  await first.stop()

  const lines: string[] = []
  const second = await start(dataDir, (line) => lines.push(line))
  expect(lines).toEqual([expect.stringMatching(/\(former → .*\): se rehacen \d+ índices/), 'Los índices están al día.'])
  expect(await ask(second, isKnown)).toEqual([true])
  const [text, ...others] = await ask(second, 'table files')
  expect(text).not.toBe(before[0])
  expect(others).toEqual(before.slice(1))
  await second.stop()
  await start(dataDir, (line) => lines.push(line))
  expect(lines).toHaveLength(2)
})

test('an index that cannot be sorted anew keeps nobody from the rest, and is tried again', {
  tags: ['deep'],
}, async () => {
  const first = await start()
  await ask(first, 'create table texts (name text primary key)')
  const unique = (is: boolean) => `update pg_index set indisunique = ${is} where indexrelid = 'texts_pkey'::regclass`
  // A changed order admits a value that is already there.
  for (const step of [unique(false), "insert into texts values ('ana'), ('ana')", unique(true), sortedByAnother])
    await ask(first, step)
  await first.stop()
  for (const _start of [1, 2]) {
    const lines: string[] = []
    const server = await start(dataDir, (line) => lines.push(line))
    expect(lines.slice(1)).toEqual([expect.stringMatching(/^El índice texts_pkey no se pudo rehacer: .*unique/)])
    expect(await ask(server, isKnown)).toEqual([false])
    await server.stop()
  }
})

test('collation: for an external database the command to run is logged', async () => {
  const client = await connectTo(await start())
  const lines: string[] = []
  const tell = () => logCollationMismatch(client, (line) => lines.push(line))
  try {
    await tell()
    expect(lines).toEqual([])
    await client.query(sortedByAnother)
    await tell()
    expect(lines).toEqual([
      expect.stringMatching(
        /\(former → .*REINDEX DATABASE postgres; ALTER DATABASE postgres REFRESH COLLATION VERSION;$/,
      ),
    ])
    const [told = ''] = lines
    for (const statement of told.slice(told.indexOf('REINDEX')).split(';').filter(Boolean))
      await client.query(statement)
    await tell()
    expect(lines).toHaveLength(1)
    // Versions before 15 lack this setting.
    await client.query(sortedByAnother)
    await client.query('alter function pg_database_collation_actual_version rename to not_yet')
    await tell()
    expect(lines).toHaveLength(1)
  } finally {
    await client.end()
  }
})
