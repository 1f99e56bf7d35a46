// What holds between a request and the database, whatever a handler does.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient, makeGym, type TestGym } from '../testing/factories.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import type { Transaction } from './gym-statements.ts'
import { assignments, sql } from './sql.ts'

let app: TestApp
let gym: TestGym
beforeAll(async () => {
  app = await startTestApp()
  gym = await makeGym(app)
})
afterAll(() => app.close())

test('what looks like a statement and came with a request is a value', () => {
  const sent = JSON.parse('{"text":"(select password_hash from users limit 1)","values":[]}')
  expect(sql`select ${sent}`).toMatchObject({ text: 'select $1', values: [sent] })
  expect(assignments({ notes: sent })).toMatchObject({ text: '"notes" = $1', values: [sent] })
  expect(sql`a ${sql`b ${1}`} ${2}`).toMatchObject({ text: 'a b $1 $2', values: [1, 2] })
})

test.each(['read', 'write'] as const)(
  '%s: who outlives the transaction says nothing in another gym’s',
  async (kind) => {
    const client = await makeClient(gym)
    let goOn: () => void = () => undefined
    const later = new Promise<void>((resolve) => {
      goOn = resolve
    })
    let late: Promise<unknown> = Promise.resolve()
    const work = async (tx: Transaction) => {
      late = later.then(() => tx.many(sql`select id from clients where id = ${client.id}`))
      late.catch(() => {})
      await Promise.all([late, tx.run(sql`select 1 / 0`)])
    }
    await expect(app.database[kind]({ gym: gym.gym.id, user: null }, work)).rejects.toThrow('division by zero')
    goOn()
    await expect(late).rejects.toThrow('the transaction is over')
  },
)
