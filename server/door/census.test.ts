// A terminal is asked whom it holds before it is told anything: nobody enters as somebody else.
import { describe, expect, test } from 'vitest'
import { app, gym, port, startDoorApp } from '../testing/door-app.ts'
import { makeClient, makeGym, makePayment, makeUnreadDevice, makeUser } from '../testing/factories.ts'
import { commandsOf, exchange, holdings, requestText, settle, terminalAt } from '../testing/terminals.ts'

startDoorApp()

const fingerOf = (pin: string, owner: string) => ({ pin, kind: 'finger' as const, number: 6, owner })
type Options = Parameters<typeof terminalAt>[2]

/** A terminal that is registered and has not called yet. */
async function hang(options: Options) {
  const device = await makeUnreadDevice(gym)
  return { device, terminal: terminalAt(port, device.sn, options), of: { params: { id_device: device.id } } }
}
const status = async () => (await gym.admin.call('devices.status'))[0]
const peopleOf = async (of: { params: { id_device: number } }) =>
  (await gym.admin.call('devices.people', of)).map(({ pin, kind, name }) => `${pin} ${kind} ${name}`)

describe('a terminal that hung in the gym before', () => {
  const before = { users: [{ pin: '2', name: 'Otro', verify: 0 }], templates: [fingerOf('2', 'a stranger')] }

  test('census: nothing is sent before the terminal listed its users, and passes are taken', async () => {
    const { terminal, of } = await hang({ ...before, firmware: { queryAnswer: 'nothing' } })
    const client = await makeClient(gym, { name: 'Ana', id_zkteco: 4444 })
    const texts = commandsOf(terminal)
    for (let step = 0; step < 5; step++) await terminal.step()
    expect(texts.filter((text) => /UPDATE|DELETE/.test(text))).toEqual([])
    expect((await status())?.census).toEqual({ counted: 1, listed: 0, refused: false })
    terminal.forcePunch({ pin: String(client.id_zkteco), time: '2026-06-15 11:59:00' })
    await terminal.step()
    expect((await gym.admin.call('attendances.list')).total).toBe(1)
    // A person lets it go on without.
    await gym.admin.call('devices.census', { ...of, body: { act: 'skip', numbers: 'keep' } })
    await settle(terminal)
    expect(holdings(terminal)[String(client.id_zkteco)]).toBe('3  Ana')
    expect((await status())?.census).toBeNull()
  })

  test('census: a person decides who an unknown user is, and the finger stays', async () => {
    const named = await hang({ ...before, firmware: { needsTemplates: true } })
    const typed = await makeClient(gym, { name: 'Ana', id_zkteco: 2 })
    await makePayment(gym, { id_client: typed.id, start_date: '2026-06-01' })
    await settle(named.terminal)
    expect(named.terminal.punch('2', { method: 'finger' })).toMatchObject({ opened: true, owner: 'a stranger' })

    const linked = await hang({ users: [{ pin: '77', name: 'Luis', verify: 0 }], templates: [fingerOf('77', 'Luis')] })
    await settle(linked.terminal)
    expect(await peopleOf(linked.of)).toEqual(['77 stranger Luis'])
    const luis = await makeClient(gym, { name: 'Luis Peña' })
    await gym.admin.call('devices.decide', { ...linked.of, body: { act: 'link', pin: '77', id_client: luis.id } })
    await settle(linked.terminal)
    expect(holdings(linked.terminal)['77']).toBe('3  Luis Peña')
    expect(linked.terminal.templates.of('77', 'finger')).toHaveLength(1)
    expect(await peopleOf(linked.of)).toEqual([])
  })

  test('census: the gym’s own people keep their fingers', async () => {
    const client = await makeClient(gym, { name: 'Ana' })
    const pin = String(client.id_zkteco)
    const { terminal, of } = await hang({ users: [{ pin, name: 'Ana', verify: 0 }], templates: [fingerOf(pin, 'Ana')] })
    await settle(terminal)
    expect(holdings(terminal)[pin]).toBe('3  Ana')
    expect(terminal.templates.of(pin, 'finger')).toHaveLength(1)
    expect(await peopleOf(of)).toEqual([])
  })
})

describe('the census ends', () => {
  const users = Array.from({ length: 12 }, (_, at) => ({ pin: String(900 + at), name: `Socio ${at}`, verify: 0 }))
  const begun = async () => (await status())?.census

  test('when as many are listed as the terminal counts, in however many pieces', async () => {
    const { terminal } = await hang({ users, firmware: { queryBatch: 5 } })
    await settle(terminal)
    expect(await begun()).toBeNull()
    expect((await status())?.strangers).toBe(12)
  })

  test('at once where it holds nobody', async () => {
    const { terminal } = await hang({})
    const texts = commandsOf(terminal)
    await terminal.step()
    expect(texts.some((text) => text.startsWith('DATA UPDATE'))).toBe(true)
    expect(texts).not.toContain('DATA QUERY USERINFO')
  })

  test('a minute after the last who was listed, where the count is never reached', async () => {
    const { terminal } = await hang({ users, firmware: { queryLimit: 7 } })
    for (let step = 0; step < 4; step++) await terminal.step()
    expect(await begun()).toEqual({ counted: 12, listed: 7, refused: false })
    app.clock.advance(59_000)
    await terminal.step()
    expect(await begun()).not.toBeNull()
    app.clock.advance(61_000)
    await settle(terminal)
    expect(await begun()).toBeNull()
  })

  test.each([
    ['refused', true],
    ['nothing', false],
  ] as const)(
    'census: a terminal that refuses to list (%s) is not filled, but can be emptied',
    async (queryAnswer, refused) => {
      const { terminal, of } = await hang({ users, firmware: { queryAnswer } })
      for (let step = 0; step < 8; step++) {
        app.clock.advance(step < 4 ? 120_000 : 25_000)
        if (step === 4) terminal.enrol({ pin: '950', name: 'Otro' })
        await terminal.step()
      }
      expect(await begun()).toEqual({ counted: 13, listed: 1, refused })
      await gym.admin.call('devices.census', { ...of, body: { act: 'empty' } })
      await settle(terminal)
      expect(Object.keys(holdings(terminal))).toEqual(['1'])
    },
  )
})

test('census: a served terminal that lists nobody proves nothing and is not asked on', async () => {
  const { terminal, of } = await hang({ firmware: { queryAnswer: 'nothing' } })
  const clients = [await makeClient(gym), await makeClient(gym)]
  await settle(terminal)
  await gym.admin.call('devices.census', { ...of, body: { act: 'ask' } })
  await gym.admin.call('clients.delete', { params: { id_client: clients[0]?.id ?? 0 } })
  terminal.firmware.removalCode = -1
  for (let step = 0; step < 20; step++) {
    app.clock.advance(40_000)
    if (step === 2) terminal.enrol({ pin: '950', name: 'Otro' })
    await terminal.step()
  }
  expect((await status())?.census).toBeNull()
  // People marked for removal stay marked.
  terminal.firmware.removalCode = 0
  app.clock.advance(121_000)
  await settle(terminal)
  expect(terminal.users.has(String(clients[0]?.id_zkteco))).toBe(false)
})

describe('strangers', () => {
  const users = ['0102030405', '00057', 'K7', '812'].map((pin) => ({ pin, name: `De ${pin}`, card: '', verify: 0 }))

  test('census: unknown users with any PIN become clients or staff, or are deleted', async () => {
    const { terminal, of } = await hang({ users: [...users, { pin: '2', name: 'Dos', card: '555', verify: 0 }] })
    await settle(terminal)
    expect((await peopleOf(of)).sort()).toEqual([
      '00057 stranger De 00057',
      '0102030405 stranger De 0102030405',
      '2 stranger Dos',
      '812 stranger De 812',
      'K7 stranger De K7',
    ])
    expect((await makeClient(gym)).id_zkteco).toBe(3)
    const decide = (body: object) => gym.admin.call('devices.decide', { ...of, body: body as never }) // as a screen sends it
    expect(await decide({ act: 'remove', pins: ['00057', 'K7', 'nadie'] })).toEqual({
      done: 2,
      refused: [],
    })
    expect(await decide({ act: 'create', pins: ['2', '0102030405'] })).toEqual({
      done: 1,
      refused: [{ pin: '0102030405', reason: expect.stringContaining('0102030405') }],
    })
    const worker = await makeUser(gym, 'gym_worker', { name: 'Luis' })
    await decide({ act: 'staff', pin: '812', id_user: worker.id })
    await settle(terminal)
    expect(holdings(terminal)).toMatchObject({ '2': '3 555 Dos', '812': '0  Luis', '0102030405': '0  De 0102030405' })
    expect([terminal.users.has('00057'), terminal.users.has('K7')]).toEqual([false, false])
    expect(await peopleOf(of)).toEqual(['0102030405 stranger De 0102030405'])
  })

  test('census: undeletable unknown users block the owner of their PIN, and that is shown', async () => {
    const ana = await makeClient(gym, { name: 'Ana' })
    await makePayment(gym, { id_client: ana.id, start_date: '2026-06-01' })
    // Another terminal holds her under her number.
    await settle((await hang({})).terminal)
    const { device, terminal, of } = await hang({
      users: [{ pin: String(ana.id_zkteco), name: 'Otro', verify: 0 }],
      firmware: { removalCode: -1002 },
    })
    await settle(terminal)
    const here = <Row extends { id: number }>(rows: Row[]) => rows.find(({ id }) => id === device.id)
    const told = async () => [
      here(await gym.admin.call('devices.list'))?.alarm,
      here(await gym.admin.call('devices.status'))?.kept_out,
      (await gym.admin.call('clients.read', { params: { id_client: ana.id } })).door.find(
        ({ id_device }) => id_device === device.id,
      )?.reason,
    ]
    app.clock.advance(6000)
    expect(await told()).toEqual([true, 1, 'Aún no lo ha confirmado'])
    await gym.admin.call('devices.decide', { ...of, body: { act: 'remove', pins: [String(ana.id_zkteco)] } })
    for (let step = 0; step < 4; step++) await terminal.step()
    app.clock.advance(6000)
    expect(await told()).toEqual([true, 1, 'El dispositivo no admite este cambio'])
    expect(here(await gym.admin.call('devices.status'))?.refused).toMatchObject([{ id_client: ana.id }])
    terminal.firmware.removalCode = 0
    app.clock.advance(121_000)
    await settle(terminal)
    app.clock.advance(6000)
    expect(await told()).toEqual([false, 0, null])
    expect(await peopleOf(of)).toEqual([])
  })

  test('census: an unknown PIN that opened counts as a user until the terminal denies it', async () => {
    const { device, terminal, of } = await hang({})
    await settle(terminal)
    terminal.users.set('2', { ...terminal.users.get('1'), pin: '2', name: 'Otro' } as never) // enrolled, and not told of
    await exchange(
      port,
      requestText('POST', `/iclock/cdata?SN=${device.sn}&table=ATTLOG&Stamp=1`, '2\t2026-06-15 11:59:00\t0\t1'),
    )
    expect(await peopleOf(of)).toEqual(['2 stranger '])
    expect((await makeClient(gym)).id_zkteco).toBe(3)
    app.clock.advance(61_000)
    await settle(terminal)
    expect(await peopleOf(of)).toEqual(['2 stranger Otro'])
    terminal.users.delete('2')
    app.clock.advance(601_000)
    await exchange(
      port,
      requestText('POST', `/iclock/cdata?SN=${device.sn}&table=ATTLOG&Stamp=1`, '3000\t2026-06-15 12:10:00\t0\t1'),
    )
    expect(await peopleOf(of)).toEqual(['3000 stranger ', '2 stranger Otro'])
    app.clock.advance(61_000)
    await settle(terminal)
    expect(await peopleOf(of)).toEqual(['2 stranger Otro'])
  })

  test('are decided about by admins, of their own gym, and only where they are', async () => {
    const { terminal, of } = await hang({ users })
    await settle(terminal)
    const other = await makeGym(app)
    const body = { act: 'link', pin: '812', id_client: (await makeClient(gym)).id } as const
    expect((await other.admin.try('devices.decide', { ...of, body })).status).toBe(404)
    expect((await gym.admin.try('devices.decide', { ...of, body: { ...body, pin: '813' } })).status).toBe(404)
    expect((await gym.admin.try('devices.decide', { ...of, body: { ...body, pin: 'K7' } })).status).toBe(409)
    const theirs = (await makeClient(other)).id
    expect((await gym.admin.try('devices.decide', { ...of, body: { ...body, id_client: theirs } })).status).toBe(404)
  })
})

test('a count alone is never answered by the list of members', async () => {
  const { device, terminal } = await hang({})
  for (let at = 0; at < 5; at++) await makeClient(gym, { name: `Socia ${at}`, card_number: `77${at}` })
  await settle(terminal)
  // A forged call claims that the terminal is empty.
  const poll = async () =>
    (await exchange(port, requestText('GET', `/iclock/getrequest?SN=${device.sn}&INFO=Ver,0,0,0,10.0.0.9`))).text
  const said = [await poll(), await poll(), await poll()].join('\n')
  expect(said).toContain('DATA QUERY USERINFO')
  expect(said).not.toContain('DATA UPDATE')
})

describe('census: unknown people of a terminal stay apart from the gym’s', () => {
  const otro = { users: [{ pin: '2', name: 'Otro', verify: 0 }], templates: [fingerOf('2', 'a stranger')] }
  const opensFor = (terminal: ReturnType<typeof terminalAt>) => terminal.punch('2', { method: 'finger' })

  test('though it tells of an old reset and an old deletion while it is asked', async () => {
    const { device, terminal } = await hang({ ...otro, firmware: { queryAnswer: 'nothing' } })
    const client = await makeClient(gym, { name: 'Ana' })
    await terminal.step()
    const past = 'OPLOG 13\t0\t2023-06-15 08:00:00\t0\t0\t0\t0\nOPLOG 9\t0\t2023-06-15 09:00:00\t2\t0\t0\t0\n'
    await exchange(port, requestText('POST', `/iclock/cdata?SN=${device.sn}&table=OPERLOG&Stamp=1`, past))
    const texts = commandsOf(terminal)
    for (let step = 0; step < 5; step++) await terminal.step()
    expect(texts.filter((text) => /UPDATE|DELETE/.test(text))).toEqual([])
    expect(client.id_zkteco).toBe(2)
    expect(terminal.users.get('2')?.name).toBe('Otro')
  })

  test('though it will not be emptied', async () => {
    const { terminal, of } = await hang({ ...otro, firmware: { queryAnswer: 'refused' } })
    await makeClient(gym, { name: 'Ana' })
    await terminal.step()
    terminal.faults.failCommands = true
    await gym.admin.call('devices.census', { ...of, body: { act: 'empty' } })
    for (let step = 0; step < 3; step++) await terminal.step()
    terminal.faults.failCommands = false
    for (let step = 0; step < 3; step++) await terminal.step()
    expect(terminal.users.get('2')?.name).toBe('Otro')
    expect((await status())?.census).not.toBeNull()
  })

  test('though the line was cut in the middle of the list', async () => {
    const users = Array.from({ length: 9 }, (_, at) => ({ pin: String(2 + at), name: `Otro ${at}`, verify: 0 }))
    const { terminal } = await hang({ users, firmware: { queryLimit: 5 } })
    await makeClient(gym, { name: 'Ana', id_zkteco: null })
    await terminal.step()
    await terminal.step()
    terminal.goOffline()
    app.clock.advance(600_000)
    terminal.goOnline()
    const texts = commandsOf(terminal)
    await terminal.step()
    await terminal.step()
    expect(texts).toContain('DATA QUERY USERINFO')
    for (let step = 0; step < 6; step++) {
      app.clock.advance(11_000)
      await terminal.step()
    }
    expect((await status())?.census).toBeNull()
    expect((await status())?.strangers).toBe(9)
  })

  test('though somebody is enrolled there before the gym’s own arrives under that number', async () => {
    const { device, terminal } = await hang({ firmware: { needsTemplates: true } })
    await settle(terminal)
    const client = await makeClient(gym, { name: 'Ana' })
    await makePayment(gym, { id_client: client.id, start_date: '2026-06-01' })
    // Claimed by a poll of which the answer is lost.
    await exchange(port, requestText('GET', `/iclock/getrequest?SN=${device.sn}`))
    terminal.enrol({ pin: '2', name: 'Pepe', verify: 0 })
    terminal.templates.add(fingerOf('2', 'Pepe'))
    await settle(terminal)
    app.clock.advance(31_000)
    await settle(terminal)
    expect(holdings(terminal)['2']).toBe('0  Ana')
    expect(opensFor(terminal).opened).toBe(false)
  })

  test('at one door, though the same number is decided about at another', async () => {
    const one = await hang({ users: [{ pin: '5', name: 'Ana', verify: 0 }], templates: [fingerOf('5', 'Ana')] })
    const other = await hang({
      users: [{ pin: '5', name: 'Pedro', verify: 0 }],
      templates: [fingerOf('5', 'Pedro')],
      firmware: { needsTemplates: true },
    })
    await settle(one.terminal)
    await settle(other.terminal)
    await gym.admin.call('devices.decide', { ...one.of, body: { act: 'create', pins: ['5'] } })
    const ana = (await gym.admin.call('clients.list')).items[0]
    await makePayment(gym, { id_client: ana?.id ?? 0, start_date: '2026-06-01' })
    await settle(one.terminal)
    await settle(other.terminal)
    expect(one.terminal.templates.of('5', 'finger')).toHaveLength(1)
    expect(other.terminal.punch('5', { method: 'finger' })).toMatchObject({ opened: true, owner: 'Pedro' })
    expect(await gym.admin.call('devices.people', other.of)).toMatchObject([{ name: 'Pedro', number_of: 'Ana' }])
  })
})
