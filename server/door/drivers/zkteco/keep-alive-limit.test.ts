// How many connections stay open between calls.
import { once } from 'node:events'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { KeptConnections } from './keep-alive-limit.ts'

test('all of them leave half of the door’s port to whoever calls anew, and what ended makes room', async () => {
  const kept = new KeptConnections()
  const sockets = Array.from({ length: 1000 }, () => new Socket())
  expect(sockets.every((socket, number) => kept.keeps(socket, `A${number}`))).toBe(true)
  const next = new Socket()
  expect(kept.keeps(next, 'B')).toBe(false)
  const [first = next] = sockets
  expect(kept.keeps(first, 'B')).toBe(true)
  first.destroy()
  await once(first, 'close')
  expect(kept.keeps(next, 'B')).toBe(true)
  expect(kept.keeps(first, 'A0')).toBe(false)
})
