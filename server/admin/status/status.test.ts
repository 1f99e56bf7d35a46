import { expect, test } from 'vitest'
import { AnswerTimeMetrics } from '../../platform/http/answer-times.ts'
import { logInMaster, makeDevice, makeGym } from '../../testing/factories.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'

const app = await startTestAppForFile()

test('status.read: shows versions, sizes, calling terminals, queues and the slowest calls', async () => {
  const gym = await makeGym(app)
  const { admin } = gym
  const platform = await logInMaster(app)
  const before = await platform.call('status.read')
  const { sn } = await makeDevice(gym)
  await makeDevice(gym)
  await app.app.inject(`/iclock/getrequest?SN=${sn}`)
  await admin.call('clients.list')
  await admin.try('clients.read', { params: { id: 1 } })
  const status = await platform.call('status.read')
  expect(status.database).toMatch(/^\d+/)
  expect([status.node, status.gyms]).toEqual([process.versions.node, before.gyms])
  expect(status.database_size).toBeGreaterThan(1e6)
  expect(Date.parse(status.started_at)).toBeLessThan(Date.now())
  expect(status.terminals).toEqual({
    registered: before.terminals.registered + 2,
    calling: before.terminals.calling + 1,
  })
  expect(status.queues.map(({ queue }) => queue)).toContain('plan-messages')
  const list = status.slowest.find(({ call }) => call === 'GET /v1/clients/')
  expect(list).toMatchObject({ count: 1, failed: 0 })
  expect(list?.longest).toBeGreaterThan(0)
})

test('status: shows median, 99th percentile and longest call time, and counts server errors only', () => {
  const times = new AnswerTimeMetrics()
  const count = (name: 'clients.list' | 'sales.create', status: number, milliseconds: number) =>
    times.count({ kind: 'read', name }, status, milliseconds)
  for (let at = 0; at < 99; at += 1) count('clients.list', 200, 2)
  count('clients.list', 404, 80)
  count('sales.create', 200, 30)
  count('sales.create', 503, 1200)
  times.count({ kind: 'wait', name: 'door.open' }, 200, 9000)
  times.count({ kind: 'page', name: null }, 200, 9000)
  const rounded = times.slowest(9).map(({ half, most, longest, ...rest }) => ({
    ...rest,
    times: [half, most, longest].map((each) => Number(each.toPrecision(2))),
  }))
  expect(rounded).toEqual([
    { call: 'POST /v1/sales/', count: 2, failed: 1, times: [30, 1200, 1200] },
    { call: 'GET /v1/clients/', count: 100, failed: 0, times: [2, 2, 80] },
  ])
  expect(times.slowest(1)).toHaveLength(1)
})
