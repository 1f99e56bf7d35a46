// A server that does not hear says so, and why, also where it never heard; not twice a second.
import { expect, test, vi } from 'vitest'
import { openTestApp } from '../../testing/test-app.ts'
import { Announcements } from './announcements.ts'
import { ChangeFeed } from './change-feed.ts'

const app = await openTestApp()

test('an outage from the start on is told once for each reason, and its end once', { tags: ['deep'] }, async () => {
  // A log of its own: the server's own connection may be lost meanwhile, too.
  const log = app.app.log.child({})
  const said = vi.spyOn(log, 'warn')
  const address = { ...app.database.address, port: 1 }
  const live = new ChangeFeed()
  const announcements = new Announcements({ ...app.database, address }, live, log)
  await announcements.ready
  expect(live.hears).toBe(false)
  const words = () => said.mock.calls.map(([, text = '']) => String(text))
  const tries = vi.spyOn(live, 'deafen')
  await expect.poll(() => tries.mock.calls.length).toBeGreaterThan(2)
  expect(words()).toEqual(['announcements are not heard: nothing is answered from memory'])
  expect(said.mock.calls[0]?.[0]).toMatchObject({ err: expect.any(Error) })
  Object.assign(address, app.database.address)
  await expect.poll(() => live.hears).toBe(true)
  expect(said.mock.calls.at(-1)).toEqual(['announcements are heard again'])
  await announcements.close()
  // Between two ends, where it was lost once more, that is told.
  const ends = said.mock.calls.map(([first]) => String(first) === 'announcements are heard again')
  expect(ends.filter((end, at) => end && ends[at - 1] !== false)).toEqual([])
})
