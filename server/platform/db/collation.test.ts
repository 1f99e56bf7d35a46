import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { logCollationMismatch } from './collation.ts'

test('collation: for an external database the log names the command that rebuilds indexes', async () => {
  const admin = new pg.Client({ ...inject('postgres'), database: 'postgres' })
  const name = `collation_${process.pid}`
  await admin.connect()
  await admin.query(`create database ${name} template template0 locale_provider icu icu_locale 'es'`)
  const client = new pg.Client({ ...inject('postgres'), database: name })
  await client.connect()
  const sortedByAnother = "update pg_database set datcollversion = 'former' where datname = current_database()"
  const lines: string[] = []
  const tell = () => logCollationMismatch(client, (line) => lines.push(line))
  try {
    await tell()
    expect(lines).toEqual([])
    await client.query(sortedByAnother)
    await tell()
    expect(lines).toEqual([
      expect.stringMatching(/\(former → .*REINDEX DATABASE \w+; ALTER DATABASE \w+ REFRESH COLLATION VERSION;$/),
    ])
    const [told = ''] = lines
    for (const statement of told.slice(told.indexOf('REINDEX')).split(';').filter(Boolean))
      await client.query(statement)
    await tell()
    expect(lines).toHaveLength(1)
  } finally {
    await client.end()
    await admin.query(`drop database ${name}`)
    await admin.end()
  }
})
