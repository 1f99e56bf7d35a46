import { once } from 'node:events'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { KeepAliveLimit } from './push-server.ts'

test('keep-alive limit: keeps 1000 connections, and accepts another one after one has closed', async () => {
  const kept = new KeepAliveLimit()
  const sockets = Array.from({ length: 1000 }, () => new Socket())
  expect(sockets.every((socket) => kept.tryKeep(socket))).toBe(true)
  const next = new Socket()
  expect(kept.tryKeep(next)).toBe(false)
  const [first = next] = sockets
  expect(kept.tryKeep(first)).toBe(true)
  first.destroy()
  await once(first, 'close')
  expect(kept.tryKeep(next)).toBe(true)
  expect(kept.tryKeep(first)).toBe(false)
})
