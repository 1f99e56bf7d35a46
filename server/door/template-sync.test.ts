// How often a terminal that is filled with fingers is compared, and what comes before them.
import type { Client } from '@torniquete/contract/members/clients.ts'
import { afterEach, expect, test, vi } from 'vitest'
import type { Transaction } from '../platform/db/gym-statements.ts'
import type { Statement } from '../platform/db/sql.ts'
import { asOwner } from '../testing/digest.ts'
import { app, gym, port, startDoorApp } from '../testing/door-app.ts'
import { makeClient, makePayment, unique } from '../testing/factories.ts'
import {
  acceptOrigin,
  commandsOf,
  exchange,
  makeProvenTerminal,
  requestText,
  settle,
  terminalAt,
} from '../testing/terminals.ts'

startDoorApp()
afterEach(() => vi.restoreAllMocks())

const pinOf = (client: { id_zkteco: number | null }) => String(client.id_zkteco)

/** A paying client who agrees. */
async function makeMember(name: string): Promise<Client> {
  const client = await makeClient(gym, { name })
  await makePayment(gym, { id_client: client.id, start_date: '2026-06-15' })
  await gym.admin.call('biometrics.agree', { params: { id_client: client.id }, body: { agrees: true } })
  return client
}

test('template sync: does not compare at each poll, and members with a right go first', {
  tags: ['deep'],
}, async () => {
  await gym.admin.call('biometrics.configure', { body: { keeps: true } })
  const options = { faults: { sendsTemplates: true } }
  const { device, terminal: former } = await makeProvenTerminal(gym, port, { name: 'Uno' }, options)
  const members: Client[] = []
  for (let number = 0; number < 16; number += 1) members.push(await makeMember(`Socia ${number}`))
  const late = await makeClient(gym, { name: 'Dora' })
  await settle(former)
  for (const client of members)
    for (const number of [1, 6])
      former.enrolTemplate({ pin: pinOf(client), kind: 'finger', number, owner: client.name })
  await settle(former)
  await settle(former)

  let compared = 0
  const write = app.database.write.bind(app.database)
  const counting = (tx: Transaction): Transaction =>
    new Proxy(tx, {
      get: (target, name: keyof Transaction) => {
        const own = target[name]
        if (name !== 'many') return typeof own === 'function' ? own.bind(target) : own
        return (statement: Statement) => {
          if (statement.text.includes('traits as materialized')) compared += 1
          return target.many(statement)
        }
      },
    })
  vi.spyOn(app.database, 'write').mockImplementation((context, work) => write(context, (tx) => work(counting(tx))))
  const sn = unique('N')
  await gym.admin.call('devices.update', { params: { id_device: device.id }, body: { sn } })
  const next = terminalAt(port, sn)
  const commands = commandsOf(next)
  const poll = async () => {
    const before = commands.length
    await next.step()
    return commands.slice(before).join('\n')
  }
  await settle(next)
  await acceptOrigin(gym, device)
  let told = ''
  for (let step = 0; !told.includes('FINGERTMP'); step += 1) {
    expect(step).toBeLessThan(20)
    told = await poll()
  }
  compared = 0
  for (let step = 0; step < 4; step += 1) expect(await poll()).toContain('FINGERTMP')
  // Each of them would be, if it were.
  expect(compared).toBeLessThan(2)
  await makePayment(gym, { id_client: late.id, start_date: '2026-06-15' })
  expect(await poll()).toContain(`PIN=${pinOf(late)}\t`)
  expect(await poll()).toContain('FINGERTMP')
  // The plainer record was sent too, and the terminal refuses it only now.
  const { rowCount } = await asOwner(app, (owner) =>
    owner.query(
      "update terminal_users set sent = held, held = unknown_record(''), command = $4, sent_at = $3, error = -1, tries = 4 where id_device = $1 and pin = $2",
      [device.id, late.id_zkteco, app.clock.now(), Number.parseInt('zz', 36)],
    ),
  )
  expect(rowCount).toBe(1)
  await exchange(port, requestText('POST', `/iclock/devicecmd?SN=${sn}`, 'ID=zz&Return=-1&CMD=DATA'))
  expect(await poll()).toContain(`PIN=${pinOf(late)}\t`)
  await settle(next)
  expect(next.templates.size).toBe(32)
})
