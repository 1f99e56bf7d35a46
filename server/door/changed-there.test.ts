// Who was enrolled or changed at a terminal that tells of it by an operation alone: it is asked who that is, and not too often.
import { describe, expect, test } from 'vitest'
import { app, gym, port, startDoorApp } from '../testing/door-app.ts'
import { makeClient } from '../testing/factories.ts'
import { commandsOf, exchange, holdings, makeTerminal, requestText, settle } from '../testing/terminals.ts'

startDoorApp()

const people = async (id_device: number) =>
  (await gym.admin.call('devices.people', { params: { id_device } })).map(({ pin, name }) => `${pin} ${name}`)
const questions = (texts: readonly string[]) => texts.filter((text) => text.startsWith('DATA QUERY'))

/** One that tells of an enrolment by its OPLOG line alone, and is served. */
async function makeTerse(firmware: object = {}) {
  const now = () => app.clock.now()
  const made = await makeTerminal(gym, port, {}, { now, faults: { operationsOnly: true }, firmware })
  await settle(made.terminal)
  return { ...made, texts: commandsOf(made.terminal) }
}

test('whoever is enrolled there is known a minute later, by one question each; a member who is changed is put right', async () => {
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

test('what it logs again and again is asked once in ten minutes; so is in the end what it does not answer, and not for ever', async () => {
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
  expect(questions(silent.texts)).toHaveLength(3)
  for (let rest = 0; rest < 20; rest++) {
    await settle(silent.terminal)
    app.clock.advance(600_000)
  }
  expect(questions(silent.texts)).toHaveLength(12)
})

test('whoever is gone from it when it is asked is not asked for again', async () => {
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
  const replaced = async (made: Awaited<ReturnType<typeof makeTerse>>, name: string) => {
    const pin = String((await makeClient(gym, { name: 'Ana' })).id_zkteco)
    // What it tells first may be its past.
    made.terminal.enrol({ pin: '900', name: 'De antes' })
    await settle(made.terminal)
    app.clock.advance(7_200_000)
    made.terminal.goOffline()
    made.terminal.deleteUser(pin)
    made.terminal.enrol({ pin, name, verify: 0 })
    made.terminal.enrolTemplate({ pin, kind: 'face', number: 0, owner: name })
    made.terminal.goOnline()
    for (let minute = 0; minute < 4; minute++) {
      await settle(made.terminal)
      app.clock.advance(61_000)
    }
    return {
      held: holdings(made.terminal)[pin],
      owners: made.terminal.templates.of(pin, 'face').map(({ owner }) => owner),
    }
  }

  test.each([
    ['an operation alone', true],
    ['the user’s line', false],
  ])('leaves to nobody enrolled under the number, told by %s, a right', async (_, operationsOnly) => {
    const made = await makeTerse()
    made.terminal.faults.operationsOnly = operationsOnly
    expect(await replaced(made, 'Pedro')).toEqual({ held: '3  Ana', owners: [] })
    expect(await settle(made.terminal)).toBe(0)
  })

  test('and enrolled again by the name keeps the finger', async () => {
    const made = await makeTerse()
    made.terminal.faults.operationsOnly = false
    expect(await replaced(made, 'Ana')).toEqual({ held: '3  Ana', owners: ['Ana'] })
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

test('people whose number or line nobody can read are kept and shown, without their secrets; templates are not', async () => {
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
