// A chain of terminals to which nothing is new asks the database next to nothing, hour after hour.
import { afterEach, expect, test, vi } from 'vitest'
import { app, gym, port, startDoorApp } from '../testing/door-app.ts'
import { makeClient, makeGym } from '../testing/factories.ts'
import { exchange, makeTerminal, requestText, settle } from '../testing/terminals.ts'

startDoorApp()
afterEach(() => vi.restoreAllMocks())

/** Seconds between two polls; a few of them are made. Minutes that are counted, in which each is looked at again once. */
const rhythm = 2
const made = 10
const minutes = 15
/** With what says that they are there, once a second for a thousand, 0.02. */
const perPoll = 0.018

test('idle terminals: are noted in one statement and compared four times an hour', {
  tags: ['deep'],
}, async () => {
  const numbers: string[] = []
  for (const each of [gym, await makeGym(app)]) {
    await makeClient(each)
    for (const name of ['Puerta principal', 'Puerta de atrás', 'Torno 1', 'Torno 2', 'Salida']) {
      const { device, terminal } = await makeTerminal(each, port, { name, delay: rhythm }, { now: app.clock.now })
      await settle(terminal)
      numbers.push(device.sn)
    }
  }
  const poll = async (sn: string) => (await exchange(port, requestText('GET', `/iclock/getrequest?SN=${sn}`))).text
  // Others of its gym were registered after it had settled.
  for (const sn of numbers) await poll(sn)
  // The cache ages by the monotonic clock.
  const time = performance.now.bind(performance)
  let ahead = 0
  vi.spyOn(performance, 'now').mockImplementation(() => time() + ahead)
  const asked = new Map<string, number>()
  const count = (kind: string) => void asked.set(kind, (asked.get(kind) ?? 0) + 1)
  const { read, write, platform } = app.database
  vi.spyOn(app.database, 'read').mockImplementation((...call) => {
    count('read')
    return read.apply(app.database, call)
  })
  vi.spyOn(app.database, 'write').mockImplementation((...call) => {
    count('write')
    return write.apply(app.database, call)
  })
  const query = platform.query.bind(platform) as (...call: unknown[]) => Promise<unknown>
  vi.spyOn(platform, 'query').mockImplementation((...call: unknown[]) => {
    count(String(call[0]).includes('note_heard') ? 'heard' : 'platform')
    return query(...call)
  })
  const begun = time()
  for (let second = 0; second < 60 * minutes; second += made) {
    app.clock.advance(made * 1000)
    ahead += made * 1000
    await app.live.announcing.look()
    for (const sn of numbers) expect(await poll(sn)).toBe('OK')
  }
  const polls = (numbers.length * 60 * minutes) / rhythm
  // All of it may take less than the second after which they are noted.
  await expect.poll(() => asked.get('heard') ?? 0).toBeGreaterThan(0)
  const heard = asked.get('heard') ?? 0
  const others = [...asked.values()].reduce((sum, each) => sum + each, 0) - heard
  expect(others / polls, JSON.stringify([...asked])).toBeLessThan(perPoll)
  // All that were heard within a second, by one statement.
  expect(heard).toBeLessThanOrEqual((time() - begun) / 1000 + 2)
})
