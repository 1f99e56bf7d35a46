// Tests that users enrolled at a terminal that logs operations without data are queried, but not without limit.
import { makeBlankUser } from '@torniquete/terminal-simulator/user.ts'
import { describe, expect, test } from 'vitest'
import { app, gym, port, readTerminalStatus, startDoorApp, uploadLines } from '../testing/door-app.ts'
import { makeClient } from '../testing/factories.ts'
import {
  exchangeBytes,
  formatTerminalUsersByPin,
  makeRegisteredTerminal,
  makeRequestBytes,
  recordCommands,
  waitUntilInSync,
} from '../testing/simulated-terminals.ts'

startDoorApp()

const people = async (id_device: number) =>
  (await gym.admin.call('devices.people', { params: { id_device } })).map(({ pin, name }) => `${pin} ${name}`)
const questions = (texts: readonly string[]) => texts.filter((text) => text.startsWith('DATA QUERY'))

/** Makes a terminal that reports an enrolment only by an OPLOG line. */
async function makeTerse(firmware: object = {}) {
  const now = () => app.clock.now()
  const made = await makeRegisteredTerminal(gym, port, {}, { now, faults: { operationsOnly: true }, firmware })
  await waitUntilInSync(made.terminal)
  return { ...made, texts: recordCommands(made.terminal) }
}

test('changes at the menu: the server queries the user a minute later, and corrects a member', async () => {
  const { terminal, device, texts } = await makeTerse()
  const ana = await makeClient(gym, { name: 'Ana' })
  const pin = String(ana.id_zkteco)
  await waitUntilInSync(terminal)
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
    await waitUntilInSync(terminal)
  }
  expect(await people(device.id)).toEqual([])
  app.clock.advance(61_000)
  await waitUntilInSync(terminal)
  expect(await people(device.id)).toEqual(['0812 Persona 0812', '1020304050 Persona 1020304050', '900 Persona 900'])
  expect(formatTerminalUsersByPin(terminal)[pin]).toBe('3  Ana')
  expect(questions(texts).sort()).toEqual(
    ['0812', '1020304050', pin, '900'].map((number) => `DATA QUERY USERINFO PIN=${number}`).sort(),
  )
})

test('changes at the menu: a repeated or unanswered query is sent a limited number of times', async () => {
  const { terminal, texts } = await makeTerse()
  for (let minute = 0; minute < 11; minute++) {
    terminal.enrol({ pin: '900', name: 'Alguien' })
    await waitUntilInSync(terminal)
    app.clock.advance(60_000)
  }
  expect(questions(texts)).toHaveLength(1)
  await waitUntilInSync(terminal)
  expect(questions(texts)).toHaveLength(2)
  const silent = await makeTerse({ queryAnswer: 'nothing' })
  silent.terminal.enrol({ pin: '900', name: 'Alguien' })
  for (let minute = 0; minute < 12; minute++) {
    await waitUntilInSync(silent.terminal)
    app.clock.advance(60_000)
  }
  expect(questions(silent.texts).filter((text) => text.includes('PIN='))).toHaveLength(3)
})

describe("member deleted in the terminal's menu", () => {
  const replaced = async (made: Awaited<ReturnType<typeof makeTerse>>, name: string, days = 0) => {
    const pin = String((await makeClient(gym, { name: 'Ana' })).id_zkteco)
    // The terminal's first upload may count as a past log, so one is sent before.
    made.terminal.enrol({ pin: '900', name: 'De antes' })
    await waitUntilInSync(made.terminal)
    app.clock.advance(7_200_000)
    made.terminal.goOffline()
    made.terminal.deleteUser(pin)
    made.terminal.enrol({ pin, name, verify: 0 })
    made.terminal.enrolTemplate({ pin, kind: 'face', number: 0, owner: name })
    app.clock.advance(days * 86_400_000)
    made.terminal.goOnline()
    for (let minute = 0; minute < 4; minute++) {
      await waitUntilInSync(made.terminal)
      app.clock.advance(61_000)
    }
    return {
      held: formatTerminalUsersByPin(made.terminal)[pin],
      names: Object.values(formatTerminalUsersByPin(made.terminal)),
      owners: made.terminal.templates.of(pin, 'face').map(({ owner }) => owner),
    }
  }

  test.each([0, 2])(
    "member deleted in the terminal's menu: another person under that PIN gets no right (%i days later)",
    async (days) => {
      const made = await makeTerse()
      expect(await replaced(made, 'Pedro', days)).toMatchObject({ held: '3  Ana', owners: [] })
      expect(await waitUntilInSync(made.terminal)).toBe(0)
    },
  )

  test("member deleted in the terminal's menu: gets a new PIN if another name is reported under it", async () => {
    const made = await makeTerse()
    made.terminal.faults.operationsOnly = false
    const { held, owners, names } = await replaced(made, 'Pedro')
    expect({ held, owners }).toEqual({ held: '0  Pedro', owners: ['Pedro'] })
    expect(names).toContain('3  Ana')
    expect(await waitUntilInSync(made.terminal)).toBe(0)
  })

  test('member deleted in an old log: stays on the terminal with the face', async () => {
    const ana = await makeClient(gym, { name: 'Ana' })
    const pin = String(ana.id_zkteco)
    const { device, terminal } = await makeRegisteredTerminal(
      gym,
      port,
      {},
      { users: [{ pin, name: 'Ana', verify: 0 }] },
    )
    terminal.enrolTemplate({ pin, kind: 'face', number: 0, owner: 'Ana' })
    await waitUntilInSync(terminal)
    app.clock.advance(1_900_000)
    for (const line of [
      'OPLOG 30\t0\t2020-01-01 10:00:00\t50\t0\t0\t0',
      `OPLOG 9\t0\t2021-05-05 10:00:00\t${pin}\t0\t0\t0`,
    ]) {
      await uploadLines(device.sn, 'OPERLOG', `${line}\n`)
      await waitUntilInSync(terminal)
    }
    expect(terminal.templates.of(pin, 'face')).toHaveLength(1)
  })

  test("member deleted in the terminal's menu and enrolled again with the same name: keeps the new face", async () => {
    const made = await makeTerse()
    made.terminal.faults.operationsOnly = false
    expect(await replaced(made, 'Ana')).toMatchObject({ held: '3  Ana', owners: ['Ana'] })
  })
})

test('person enrolled while the server was stopped: found because polls report more users', async () => {
  const { terminal, device, texts } = await makeTerse()
  terminal.faults.infoAtEachPoll = true
  await waitUntilInSync(terminal)
  terminal.users.set('900', { ...makeBlankUser('900'), name: 'Alguien' })
  for (const [minutes, found] of [
    [4, []],
    [10, ['900 Alguien']],
    [2 * 24 * 60, ['900 Alguien']],
  ] as const) {
    for (let half = 0; half < 2; half++) {
      app.clock.advance(minutes * 30_000)
      await waitUntilInSync(terminal)
    }
    expect(await people(device.id)).toEqual(found)
  }
  expect(texts.filter((text) => text === 'DATA QUERY USERINFO')).toHaveLength(1)
})

test('changes at the menu: user lines that cannot be parsed are stored and shown without passwords', async () => {
  const { device } = await makeRegisteredTerminal(gym, port)
  const lines = [
    'USER PIN=1234567890123456789012345\tName=Larga\tPasswd=4321\tCard=7',
    'USER PIN=ñ 7\tName=Eñe',
    'FP PIN=4\tFID=6',
    'USER PIN=A_1\tName=Letras',
  ]
  const target = `/iclock/cdata?SN=${device.sn}&table=OPERLOG&Stamp=1`
  for (let time = 0; time < 2; time++)
    expect((await exchangeBytes(port, makeRequestBytes('POST', target, lines.join('\n')))).text).toBe('OK: 4')
  const { unreadable } = await gym.admin.call('devices.traffic', { params: { id_device: device.id } })
  expect(unreadable.map(({ text }) => text).sort()).toEqual([
    'USER PIN=1234567890123456789012345\tName=Larga\tPasswd=\tCard=7',
    'USER PIN=ñ 7\tName=Eñe',
  ])
  expect(await readTerminalStatus()).toMatchObject({ unreadable: 2 })
  expect(await people(device.id)).toEqual(['A_1 Letras'])
})
