import { expect, test } from 'vitest'
import { ChangeFeed } from './change-feed.ts'

function heardAt(start: number) {
  const time = { now: start }
  const live = new ChangeFeed(() => time.now)
  const hear = () => live.applyChanges(time.now, '0', [])
  const stamp = () => live.stamp(1, ['clients'])
  return { time, live, hear, stamp }
}

test('change feed: without a database connection, each revision stamp differs from the last', () => {
  const { time, hear, stamp } = heardAt(0)
  expect(stamp()).not.toBe(stamp())
  hear()
  const heard = stamp()
  expect(stamp()).toBe(heard)
  time.now += 4000
  const unheard = stamp()
  expect([heard, stamp()]).not.toContain(unheard)
})

test('change feed: stamps of two gyms differ even without changes', () => {
  const { live, hear, stamp } = heardAt(0)
  hear()
  expect(live.stamp(2, ['clients'])).not.toBe(stamp())
})

test('change feed: stamps expire after a minute even without changes', () => {
  const { time, hear, stamp } = heardAt(0)
  hear()
  const remembered = stamp()
  for (; time.now < 60_000; time.now += 2000) {
    hear()
    expect(stamp()).toBe(remembered)
  }
  hear()
  expect(stamp()).not.toBe(remembered)
})

test("change feed: a server's own commits are counted once, not again when announced", () => {
  const { live, hear, stamp, time } = heardAt(0)
  hear()
  const changes = [{ gym: 1, area: 'clients' }]
  live.committed({ xid: '7', changes })
  const own = stamp()
  live.applyChanges(time.now, '7', [{ xid: '7', changes }])
  expect(stamp()).toBe(own)
  live.applyChanges(time.now, '9', [{ xid: '8', changes }])
  const others = stamp()
  expect(others).not.toBe(own)
  // Transaction ids older than the horizon are forgotten, so the same id counts as a new transaction.
  live.applyChanges(time.now, '9', [{ xid: '7', changes }])
  expect(stamp()).not.toBe(others)
})
