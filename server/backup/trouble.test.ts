import { expect, test } from 'vitest'
import { EmbeddedPostgresError } from '../db/embedded/errors.ts'
import { Refused } from '../refused.ts'
import { BrokenCopy, CopyRefused, rehearsalTroubleOf } from './trouble.ts'

const started = (reason: string) => new EmbeddedPostgresError(`PostgreSQL no arrancó: ${reason}`)
const withCode = (code: string) => Object.assign(new Error(code), { code })

test.each([
  ['broken', new BrokenCopy('está cortado o dañado')],
  ['broken', started('2026-01-01 [7] PANIC:  could not locate a valid checkpoint record at 0/2000028')],
  ['broken', started('2026-01-01 [7] FATAL:  could not find redo location 0/2000028 referenced by checkpoint record')],
  ['broken', started('2026-01-01 [7] FATAL:  WAL ends before end of online backup')],
  ['broken', started('2026-01-01 [7] FATAL:  incorrect checksum in control file')],
  ['broken', withCode('XX001')],
  ['broken', withCode('XX002')],
  ['space', new CopyRefused('No queda sitio', 'space')],
  ['space', withCode('53100')],
  ['space', started('2026-01-01 [7] FATAL:  could not write to file "pg_wal/xlogtemp.7": No space left on device')],
  ['other', new Refused('La copia es de PostgreSQL 16')],
  ['other', new EmbeddedPostgresError('Siguen abiertos procesos de PostgreSQL')],
  ['other', started('2026-01-01 [7] FATAL:  could not map anonymous shared memory: Cannot allocate memory')],
  ['other', started('2026-01-01 [7] FATAL:  the database system is starting up')],
  ['other', started('2026-01-01 [7] LOG:  redo in progress, elapsed time: 300.00 s, current LSN: 0/2000028')],
  ['other', withCode('53200')],
])('what is %s is told of a rehearsal: %s', (trouble, error) => {
  expect(rehearsalTroubleOf(error)).toBe(trouble)
})
