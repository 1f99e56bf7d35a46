import { expect, test } from 'vitest'
import { dataDir, queryValues, startTestPostgres, useDataFolder } from '../../testing/data-folder.ts'

useDataFolder()

const sortedByAnother = "update pg_database set datcollversion = 'former' where datname = 'postgres'"
const isKnown =
  "select datcollversion = pg_database_collation_actual_version(oid) from pg_database where datname = 'postgres'"

test('collation: indexes sorted by another library version are rebuilt once at the start', async () => {
  const first = await startTestPostgres()
  await queryValues(first, 'create table texts (name text primary key, n int, code text collate "C")')
  await queryValues(first, 'create index numbers on texts (n)')
  await queryValues(first, 'create index codes on texts (code)')
  await queryValues(
    first,
    `create view files as select ${['texts_pkey', 'numbers', 'codes'].map((name) => `pg_relation_filenode('${name}') as ${name}`).join(', ')}`,
  )
  const before = await queryValues(first, 'table files')
  await queryValues(first, sortedByAnother)
  await first.stop()

  const lines: string[] = []
  const second = await startTestPostgres(dataDir, (line) => lines.push(line))
  expect(lines).toEqual([expect.stringMatching(/\(former → .*\): se rehacen \d+ índices/), 'Los índices están al día.'])
  expect(await queryValues(second, isKnown)).toEqual([true])
  const [text, ...others] = await queryValues(second, 'table files')
  expect(text).not.toBe(before[0])
  expect(others).toEqual(before.slice(1))
  await second.stop()
  await startTestPostgres(dataDir, (line) => lines.push(line))
  expect(lines).toHaveLength(2)
})
