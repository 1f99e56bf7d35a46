import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ByteCache } from './byte-cache.ts'

const most = { ofAll: 1_000, ofOneGym: 300 }
const memoryOf = () => new ByteCache<{ bytes: number }>(most, ({ bytes }) => bytes)

test('one gym asks for ever more: its own go, others’ stay, and what it asks for again stays too', () => {
  const memory = memoryOf()
  memory.set(1, 'mine', { bytes: 100 })
  memory.set(2, 'often', { bytes: 100 })
  for (let count = 0; count < 500; count += 1) {
    memory.set(2, `random ${count}`, { bytes: 50 })
    expect(memory.get('often')).toBeDefined()
  }
  expect(memory.get('mine')).toEqual({ bytes: 100 })
  expect(memory.get('random 0')).toBeUndefined()
  expect(memory.get('random 499')).toBeDefined()
})

test('of many gyms those go that nobody asked for longest; more than a gym may have is not kept', () => {
  const memory = memoryOf()
  for (let gym = 1; gym <= 4; gym += 1) memory.set(gym, `of ${gym}`, { bytes: 220 })
  memory.get('of 1')
  memory.set(5, 'of 5', { bytes: 220 })
  expect([1, 2, 3, 4, 5].filter((gym) => memory.get(`of ${gym}`))).toEqual([1, 3, 4, 5])
  memory.set(6, 'huge', { bytes: 301 })
  expect(memory.get('huge')).toBeUndefined()
})

test('whatever is set and asked for: the bounds hold, and the size is what is there', () => {
  const step = fc.record({
    gym: fc.integer({ min: 1, max: 6 }),
    name: fc.integer({ min: 0, max: 8 }),
    bytes: fc.integer({ min: 0, max: 350 }),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const memory = memoryOf()
      const keys = new Map<string, number>()
      for (const { gym, name, bytes } of steps) {
        const key = `${gym} ${name}`
        memory.set(gym, key, { bytes })
        keys.set(key, gym)
        const sums = new Map<number, number>()
        for (const [each, of] of keys) {
          const kept = memory.get(each)
          if (kept) sums.set(of, (sums.get(of) ?? 0) + kept.bytes + each.length * 2)
        }
        for (const sum of sums.values()) expect(sum).toBeLessThanOrEqual(most.ofOneGym)
        expect([...sums.values()].reduce((all, sum) => all + sum, 0)).toBe(memory.size)
        expect(memory.size).toBeLessThanOrEqual(most.ofAll)
      }
    }),
  )
})
