// The refusal outside hours says when the client may enter again.

import type { TimeSpan } from '@torniquete/contract/door/schedules.ts'
import type { Client } from '@torniquete/contract/members/clients.ts'
import { expect, test } from 'vitest'
import { app, gym, port, startDoorApp } from '../testing/door-app.ts'
import { makeClient, makePayment, makePlan, makeSchedule } from '../testing/factories.ts'
import { makeTerminal, settle } from '../testing/terminals.ts'

startDoorApp()

const speaking = { now: () => app.clock.now(), firmware: { dialect: 'access', deviceName: 'F18' } as const }
const daily = (...spans: TimeSpan[]) => Array.from({ length: 7 }, () => spans)
const planOf = (id_schedule: number | null) => makePlan(gym, { duration_days: 30, id_schedule })
const sell = (client: Client, plan: { id: number }, start_date: string) =>
  makePayment(gym, { id_client: client.id, id_membership: plan.id, start_date })

test('plan hours: a new payment ends reports of passes outside hours', { tags: ['deep'] }, async () => {
  const { terminal } = await makeTerminal(gym, port, { name: 'Puerta' }, speaking)
  const schedule = await makeSchedule(gym, { name: 'Mañana', week: daily({ from: '06:00', to: '12:00' }) })
  const evening = await makeSchedule(gym, { name: 'Noche', week: daily({ from: '18:00', to: '22:00' }) })
  const plans = await Promise.all([schedule, evening].map(({ id }) => planOf(id)))
  const [morning = { id: 0 }, night = { id: 0 }] = plans
  const [ana, luis, eva] = [await makeClient(gym), await makeClient(gym), await makeClient(gym)]
  // Of thirty days today is the last; she has tomorrow too, and he has a free one.
  for (const client of [ana, luis, eva]) await sell(client, morning, '2026-05-17')
  await sell(luis, night, '2026-06-16')
  await sell(eva, await planOf(null), '2026-06-16')
  await settle(terminal)
  app.clock.set('2026-06-15T20:00:00-04:00')
  const told = async (client: Client) => {
    terminal.punch(String(client.id_zkteco))
    await settle(terminal)
    const row = (await gym.admin.call('door.refused')).find(({ id_client }) => id_client === client.id)
    return row?.reason.split('; ')[1]
  }
  expect(await told(ana)).toBe('su membresía termina hoy')
  expect(await told(luis)).toBe('puede entrar desde mañana a las 18:00')
  expect(await told(eva)).toBe('puede entrar desde mañana a las 0:00')
})
