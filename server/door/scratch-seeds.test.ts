// @ts-nocheck
// Whatever happens at the desk, at the terminals and on the way between: once it is over, each terminal holds exactly
// what a slow and obvious reading of the API says, and nothing more is sent.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Action, accessMixture, actions, answers, type Manner, mixture } from '../testing/door-actions.ts'
import { World } from '../testing/door-world.ts'
import { holds } from '../testing/property.ts'
import { commandsOf } from '../testing/terminals.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'

let app: TestApp
let port: number
let lost = false
beforeAll(async () => {
  app = await startTestApp({ SESSION_HOURS: '8760' })
  port = (await app.listen()).port
  app.app.server.prependListener('request', (request) => {
    if (lost && request.url?.includes('devicecmd')) request.url = '/lost'
  })
})
afterAll(() => app.close())

/** In either dialect. */
const asksForOne = /^DATA QUERY (USERINFO PIN=|tablename=user,fielddesc=\*,filter=Pin=)/

async function play(played: readonly Action[], ways?: readonly [readonly Manner[], readonly Manner[]]): Promise<void> {
  lost = false
  app.clock.set('2026-06-15T16:00:00Z')
  const world = await World.make(
    app,
    port,
    (isLost) => {
      lost = isLost
    },
    ways,
  )
  for (const action of played) await world.act(action)
  await world.endFaults()
  const expected = await world.wanted()
  expect(world.terminals.map((terminal) => world.known(terminal))).toEqual([expected, expected])
  expect(world.terminals.map((terminal) => world.strangers(terminal))).toEqual(
    world.enrolled.map((pins) => [...pins].sort()),
  )
  // None is lost, and none counts twice.
  expect(await world.recorded()).toEqual(world.passed.map((passes) => [...passes].sort()))
  app.clock.advance(600_000)
  for (const [at, terminal] of world.terminals.entries()) {
    const texts = commandsOf(terminal)
    await terminal.step()
    const isSilent = !answers(ways?.[at] ?? [])
    expect(texts.filter((text) => !(isSilent && asksForOne.test(text)))).toEqual([])
  }
}

import { appendFileSync } from 'node:fs'

const events = fc.array(actions, { minLength: 10, maxLength: 40 })
const [from = 200, to = 203] = (process.env.SEEDS ?? '').split('-').map(Number)
const out = process.env.OUT ?? '/tmp/found.jsonl'
for (let seed = from; seed <= to; seed++) {
  test(`seed ${seed}`, { timeout: 600_000 }, async () => {
    for (const [kind, arbitrary, runs] of [
      ['access', fc.tuple(events, accessMixture).map(([p, o]) => [p, [], o]), 20],
      ['any', fc.tuple(events, mixture, mixture), 25],
    ] as const) {
      let n = 0
      const found = await fc.check(
        fc.asyncProperty(arbitrary as fc.Arbitrary<any>, async ([p, a, b]) => {
          n++
          await play(p, [a, b])
        }),
        { seed, numRuns: runs, endOnFailure: true },
      )
      appendFileSync(
        out,
        JSON.stringify({
          seed,
          kind,
          failed: found.failed,
          n,
          message: String((found as any).errorInstance?.message ?? '').slice(0, 300),
          example: found.failed ? found.counterexample?.[0] : null,
        }) + '\n',
      )
    }
  })
}
