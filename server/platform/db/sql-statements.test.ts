// Guarantees about SQL that do not depend on handlers.
import { expect, test } from 'vitest'
import { makeClient, makeGym } from '../../testing/factories.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'
import type { Transaction } from './gym-statements.ts'
import { joinAssignments, sql } from './sql.ts'
import { PreparedStatementNames } from './statement-names.ts'

const app = await startTestAppForFile()
const gym = await makeGym(app)

test('sql: a request value that looks like an SQL statement stays a value', () => {
  const sent = JSON.parse('{"text":"(select password_hash from users limit 1)","values":[]}')
  expect(sql`select ${sent}`).toMatchObject({ text: 'select $1', values: [sent] })
  expect(joinAssignments({ notes: sent })).toMatchObject({ text: '"notes" = $1', values: [sent] })
  expect(sql`a ${sql`b ${1}`} ${2}`).toMatchObject({ text: 'a b $1 $2', values: [1, 2] })
})

test.each(['read', 'write'] as const)(
  '%s transaction: a statement sent after its end does not reach another gym',
  async (kind) => {
    const client = await makeClient(gym)
    let resume: () => void = () => undefined
    const later = new Promise<void>((resolve) => {
      resume = resolve
    })
    let late: Promise<unknown> = Promise.resolve()
    const work = async (tx: Transaction) => {
      late = later.then(() => tx.many(sql`select id from clients where id = ${client.id}`))
      late.catch(() => {})
      await Promise.all([late, tx.run(sql`select 1 / 0`)])
    }
    await expect(app.database[kind]({ gym: gym.gym.id, user: null }, work)).rejects.toThrow('division by zero')
    resume()
    await expect(late).rejects.toThrow('the transaction is over')
  },
)

test('prepared statement names: only for frequent statements, and never reused', () => {
  const names = new PreparedStatementNames()
  const given = new Map<string, string>()
  const use = (text: string, times: number) => {
    for (let count = 0; count < times; count += 1) {
      const name = names.of(text)
      if (name === undefined) continue
      expect(given.get(name) ?? text).toBe(text)
      given.set(name, text)
    }
    return names.of(text)
  }
  expect(use('early', 1)).toBeUndefined()
  const early = use('early', 2)
  expect(early).toBeDefined()
  // 5,000 rare texts, each used once, get no name; a text used often afterwards does.
  for (let count = 0; count < 5_000; count += 1) expect(names.of(`odd ${count}`)).toBeUndefined()
  expect(names.of('early')).toBe(early)
  // Enough new statements to fill the cache: the name still used stays, the unused ones are dropped.
  for (let count = 0; count < 1_000; count += 1) {
    use(`warm ${count}`, 3)
    if (count === 500) expect(names.of('warm 500')).toBeDefined()
    names.of('hot')
  }
  const hot = names.of('hot')
  expect(hot).toBeDefined()
  expect(names.of('early')).toBeUndefined()
  expect(use('early', 3)).not.toBe(early)
  expect(names.of('hot')).toBe(hot)
})
