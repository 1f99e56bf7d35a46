import { expect, test } from 'vitest'
import { CachedProbe } from './schedule.ts'

test('cached probe: runs once at a time and returns the last result while it hangs', async () => {
  const looks: ((seen: number) => void)[] = []
  const look = new CachedProbe(() => new Promise<number>((resolve) => looks.push(resolve)), 1)
  expect([await look.take(), await look.take(), looks.length]).toEqual([null, null, 1])
  looks[0]?.(7)
  await expect.poll(() => look.take()).toBe(7)
  expect(await look.take()).toBe(7)
  expect(looks.length).toBe(2)
})

test('cached probe: a failure counts as empty', async () => {
  const answers = [Promise.resolve(7), Promise.reject(new Error('gone'))]
  const look = new CachedProbe(() => answers.shift() ?? Promise.resolve(null))
  expect([await look.take(), await look.take()]).toEqual([7, null])
})
