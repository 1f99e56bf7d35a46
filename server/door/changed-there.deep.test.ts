// People enrolled or changed at a terminal that reports only operations: the server queries them, within limits.
import { describe, expect, test } from 'vitest'
import { asOwner } from '../testing/digest.ts'
import { app, gym, port, startDoorApp } from '../testing/door-app.ts'
import { makeClient } from '../testing/factories.ts'
import { commandsOf, exchange, holdings, makeTerminal, requestText, settle } from '../testing/terminals.ts'

startDoorApp()

const people = async (id_device: number) =>
  (await gym.admin.call('devices.people', { params: { id_device } })).map(({ pin, name }) => `${pin} ${name}`)
const questions = (texts: readonly string[]) => texts.filter((text) => text.startsWith('DATA QUERY'))
const ofOne = (texts: readonly string[]) => questions(texts).filter((text) => text.includes('PIN='))
const ofAll = (texts: readonly string[]) => texts.filter((text) => text === 'DATA QUERY USERINFO')

/** One that tells of an enrolment by its OPLOG line alone, and is served. */
async function makeTerse(firmware: object = {}) {
  const now = () => app.clock.now()
  const made = await makeTerminal(gym, port, {}, { now, faults: { operationsOnly: true }, firmware })
  await settle(made.terminal)
  return { ...made, texts: commandsOf(made.terminal) }
}

test('changes at the menu: each is asked about a minute later and corrected', async () => {
  const { terminal, device, texts } = await makeTerse()
  const ana = await makeClient(gym, { name: 'Ana' })
  const pin = String(ana.id_zkteco)
  await settle(terminal)
  const there = [
    ...['0812', '1020304050', '900'].map(
      (each) => () => terminal.enrol({ pin: each, name: `Persona ${each}`, verify: 0 }),
    ),
    () => terminal.enrolTemplate({ pin: '900', kind: 'face', number: 0, owner: 'x' }),
    () => terminal.enrol({ pin, verify: 0 }),
  ]
  for (const act of there) {
    app.clock.advance(5000)
    act()
    await settle(terminal)
  }
  expect(await people(device.id)).toEqual([])
  app.clock.advance(61_000)
  await settle(terminal)
  expect(await people(device.id)).toEqual(['0812 Persona 0812', '1020304050 Persona 1020304050', '900 Persona 900'])
  expect(holdings(terminal)[pin]).toBe('3  Ana')
  expect(questions(texts).sort()).toEqual(
    ['0812', '1020304050', pin, '900'].map((number) => `DATA QUERY USERINFO PIN=${number}`).sort(),
  )
})

test('changes at the menu: repeated or unanswered ones are asked about, not for ever', async () => {
  const { terminal, texts } = await makeTerse()
  for (let minute = 0; minute < 11; minute++) {
    terminal.enrol({ pin: '900', name: 'Alguien' })
    await settle(terminal)
    app.clock.advance(60_000)
  }
  expect(questions(texts)).toHaveLength(1)
  await settle(terminal)
  expect(questions(texts)).toHaveLength(2)
  const silent = await makeTerse({ queryAnswer: 'nothing' })
  silent.terminal.enrol({ pin: '900', name: 'Alguien' })
  for (let minute = 0; minute < 12; minute++) {
    await settle(silent.terminal)
    app.clock.advance(60_000)
  }
  expect(ofOne(silent.texts)).toHaveLength(3)
  for (let rest = 0; rest < 20; rest++) {
    await settle(silent.terminal)
    app.clock.advance(600_000)
  }
  expect(ofOne(silent.texts)).toHaveLength(12)
})

test('changes at the menu: a missing user is not asked about again', async () => {
  const { terminal, texts } = await makeTerse()
  terminal.enrol({ pin: '900', name: 'Alguien' })
  await settle(terminal)
  terminal.users.delete('900')
  for (let rest = 0; rest < 3; rest++) {
    app.clock.advance(61_000)
    await settle(terminal)
  }
  expect(questions(texts)).toHaveLength(1)
})

describe('a member deleted there', () => {
  const replaced = async (made: Awaited<ReturnType<typeof makeTerse>>, name: string, days = 0) => {
    const pin = String((await makeClient(gym, { name: 'Ana' })).id_zkteco)
    // Its first upload may be history.
    made.terminal.enrol({ pin: '900', name: 'De antes' })
    await settle(made.terminal)
    app.clock.advance(7_200_000)
    made.terminal.goOffline()
    made.terminal.deleteUser(pin)
    made.terminal.enrol({ pin, name, verify: 0 })
    made.terminal.enrolTemplate({ pin, kind: 'face', number: 0, owner: name })
    app.clock.advance(days * 86_400_000)
    made.terminal.goOnline()
    for (let minute = 0; minute < 4; minute++) {
      await settle(made.terminal)
      app.clock.advance(61_000)
    }
    return {
      held: holdings(made.terminal)[pin],
      names: Object.values(holdings(made.terminal)),
      owners: made.terminal.templates.of(pin, 'face').map(({ owner }) => owner),
    }
  }

  test.each([
    ['an operation alone', 0],
    ['an operation alone after two days without a line', 2],
  ])('leaves to nobody enrolled under the number, told by %s, a right', async (_, days) => {
    const made = await makeTerse()
    made.terminal.faults.operationsOnly = true
    expect(await replaced(made, 'Pedro', days)).toMatchObject({ held: '3  Ana', owners: [] })
    expect(await settle(made.terminal)).toBe(0)
  })

  test.each([0, 2])('gets another number where the terminal names somebody else, told after %i days', async (days) => {
    const made = await makeTerse()
    made.terminal.faults.operationsOnly = false
    const { held, owners, names } = await replaced(made, 'Pedro', days)
    expect({ held, owners }).toEqual({ held: '0  Pedro', owners: ['Pedro'] })
    expect(names).toContain('3  Ana')
    expect(await settle(made.terminal)).toBe(0)
  })

  test('long ago, as it tells of its past in several uploads, takes nobody off', async () => {
    const ana = await makeClient(gym, { name: 'Ana' })
    const pin = String(ana.id_zkteco)
    const { device, terminal } = await makeTerminal(gym, port, {}, { users: [{ pin, name: 'Ana', verify: 0 }] })
    terminal.enrolTemplate({ pin, kind: 'face', number: 0, owner: 'Ana' })
    await settle(terminal)
    app.clock.advance(1_900_000)
    for (const line of [
      'OPLOG 30\t0\t2020-01-01 10:00:00\t50\t0\t0\t0',
      `OPLOG 9\t0\t2021-05-05 10:00:00\t${pin}\t0\t0\t0`,
    ]) {
      await exchange(port, requestText('POST', `/iclock/cdata?SN=${device.sn}&table=OPERLOG&Stamp=1`, `${line}\n`))
      await settle(terminal)
    }
    expect(terminal.templates.of(pin, 'face')).toHaveLength(1)
  })

  test('and enrolled again by the name keeps the finger', async () => {
    const made = await makeTerse()
    made.terminal.faults.operationsOnly = false
    expect(await replaced(made, 'Ana')).toMatchObject({ held: '3  Ana', owners: ['Ana'] })
  })
})

test('a member who is gone from it when it is asked is given back', async () => {
  const { terminal } = await makeTerse()
  const pin = String((await makeClient(gym, { name: 'Ana' })).id_zkteco)
  await settle(terminal)
  app.clock.advance(5000)
  terminal.enrol({ pin, card: '99' })
  await settle(terminal)
  terminal.users.delete(pin)
  app.clock.advance(61_000)
  await settle(terminal)
  expect(holdings(terminal)[pin]).toBe('3  Ana')
})

test('changes at the menu: more than can be asked one by one cause one list a day', async () => {
  const { terminal, device, texts } = await makeTerse({ queryBatch: 1000 })
  // The queue keeps 200 questions.
  const crowded = 205
  const crowd = (from: number) => {
    for (let pin = from; pin < from + crowded; pin++)
      terminal.enrol({ pin: String(pin), name: `Socio ${pin}`, verify: 0 })
  }
  crowd(1001)
  await settle(terminal)
  expect(questions(texts)).toEqual([])
  app.clock.advance(61_000)
  await settle(terminal)
  expect(questions(texts)).toEqual(['DATA QUERY USERINFO'])
  expect(await people(device.id)).toHaveLength(crowded)
  crowd(2001)
  app.clock.advance(3_600_000)
  await settle(terminal)
  expect(ofAll(texts)).toHaveLength(1)
  for (let hour = 0; hour < 25; hour++) {
    app.clock.advance(3_600_000)
    await settle(terminal)
  }
  expect(ofAll(texts)).toHaveLength(2)
  expect(await people(device.id)).toHaveLength(2 * crowded)
})

describe('a person enrolled while the server stopped is found afterwards', () => {
  const enrolledUnheard = async (faults: object) => {
    const { terminal, device } = await makeTerse()
    const pin = String((await makeClient(gym, { name: 'Ana' })).id_zkteco)
    Object.assign(terminal.faults, faults)
    await settle(terminal)
    const ana = terminal.users.get(pin)
    if (!ana) throw new Error('Ana is not on the terminal')
    terminal.users.set('900', { ...ana, pin: '900', name: 'Alguien' })
    const texts = commandsOf(terminal)
    const lists = () => ofAll(texts).length
    const wait = async (minutes: number) => {
      for (let half = 0; half < 2; half++) {
        app.clock.advance(minutes * 30_000)
        await settle(terminal)
      }
    }
    return { of: device.id, lists, wait, texts }
  }

  test('soon where the terminal says at each poll how many it holds', async () => {
    const { of, lists, wait } = await enrolledUnheard({ infoAtEachPoll: true })
    await wait(4)
    expect(await people(of)).toEqual([])
    await wait(10)
    expect(await people(of)).toEqual(['900 Alguien'])
    await wait(2 * 24 * 60)
    expect(lists()).toBe(1)
  })

  test('after the night by the count that any is asked for with its clock', async () => {
    const { of, lists, wait, texts } = await enrolledUnheard({})
    await wait(60)
    expect(await people(of)).toEqual([])
    // Its clock was set an hour ago: not this midnight, but the next.
    await wait(36 * 60)
    expect(texts).toContain('INFO')
    await wait(20)
    expect(await people(of)).toEqual(['900 Alguien'])
    await wait(2 * 24 * 60)
    expect(lists()).toBe(1)
  })
})

test('changes at the menu: are asked about despite a slow clock, but not the past', async () => {
  const slow = 3 * 86_400_000
  const now = () => new Date(app.clock.now().getTime() - slow)
  const made = await makeTerminal(
    gym,
    port,
    {},
    { now, faults: { operationsOnly: true }, firmware: { ignoresDateTime: true } },
  )
  const { terminal, device } = made
  const texts = commandsOf(terminal)
  await asOwner(app, (owner) =>
    owner.query('update devices set clock_offset = $1 where id = $2', [-slow / 1000, device.id]),
  )
  for (const pin of ['900', '901']) {
    terminal.enrol({ pin, name: `Persona ${pin}`, verify: 0 })
    await settle(terminal)
    app.clock.advance(61_000)
    await settle(terminal)
  }
  expect(ofOne(texts)).toEqual(['DATA QUERY USERINFO PIN=901'])
  expect(await people(device.id)).toContain('901 Persona 901')
})

test('nothing is asked of whom it tells by itself, nor of what was long ago', async () => {
  const { terminal, device } = await makeTerminal(gym, port, {}, { now: () => app.clock.now() })
  await settle(terminal)
  const texts = commandsOf(terminal)
  terminal.enrol({ pin: '900', name: 'Alguien', verify: 0 })
  await exchange(
    port,
    requestText(
      'POST',
      `/iclock/cdata?SN=${device.sn}&table=OPERLOG&Stamp=1`,
      'OPLOG 30\t0\t2026-06-13 12:00:00\t77\t0\t0\t0\n',
    ),
  )
  await settle(terminal)
  app.clock.advance(61_000)
  await settle(terminal)
  expect(await people(device.id)).toEqual(['900 Alguien'])
  expect(questions(texts)).toEqual([])
})

test('changes at the menu: unreadable users are kept and shown without secrets', async () => {
  const { device } = await makeTerminal(gym, port)
  const lines = [
    'USER PIN=1234567890123456789012345\tName=Larga\tPasswd=4321\tCard=7',
    'USER PIN=ñ 7\tName=Eñe',
    'FP PIN=4\tFID=6',
    'USER PIN=A_1\tName=Letras',
  ]
  const target = `/iclock/cdata?SN=${device.sn}&table=OPERLOG&Stamp=1`
  for (let time = 0; time < 2; time++)
    expect((await exchange(port, requestText('POST', target, lines.join('\n')))).text).toBe('OK: 4')
  const { unreadable } = await gym.admin.call('devices.traffic', { params: { id_device: device.id } })
  expect(unreadable.map(({ text }) => text).sort()).toEqual([
    'USER PIN=1234567890123456789012345\tName=Larga\tPasswd=\tCard=7',
    'USER PIN=ñ 7\tName=Eñe',
  ])
  expect((await gym.admin.call('devices.status'))[0]).toMatchObject({ unreadable: 2 })
  expect(await people(device.id)).toEqual(['A_1 Letras'])
})
