// A number that was only made up for somebody of the staff is whoever's a terminal knows by it.
import { expect, test } from 'vitest'
import { gym, port, startDoorApp } from '../testing/door-app.ts'
import { makeUnreadDevice, makeUser } from '../testing/factories.ts'
import { commandsOf, holdings, settle, terminalAt } from '../testing/terminals.ts'

startDoorApp()

const fingerOf = (pin: string, owner: string) => ({ pin, kind: 'finger' as const, number: 6, owner })
const owner = async () =>
  (await gym.admin.call('users.list')).find(({ role }) => role.name === 'gym_super_admin')?.id_zkteco
/** A terminal that is registered and has not called yet. */
const hang = async (options: Parameters<typeof terminalAt>[2]) =>
  terminalAt(port, (await makeUnreadDevice(gym)).sn, options)

test('generated PINs: of staff yield to users of a terminal', async () => {
  const first = (await owner()) ?? 0
  await makeUser(gym, 'gym_worker', { id_zkteco: first + 1 })
  const terminal = await hang({
    users: [
      { pin: String(first), name: 'Juan', verify: 0 },
      { pin: String(first + 2), name: 'Luz', verify: 0 },
    ],
    templates: [fingerOf(String(first), 'Juan')],
    firmware: { needsTemplates: true },
  })
  const texts = commandsOf(terminal)
  await settle(terminal)
  expect(texts.filter((text) => text.startsWith('DATA DELETE'))).toEqual([])
  expect(terminal.punch(String(first), { method: 'finger' })).toMatchObject({ opened: true, owner: 'Juan' })
  expect(await owner()).toBe(first + 3)
  expect(holdings(terminal)[String(first + 3)]).toBeDefined()
  expect(holdings(terminal)[String(first + 1)]).toBeDefined()
  // People already on a terminal keep their PIN.
  const second = await hang({ users: [{ pin: String(first + 3), name: 'Otro', verify: 0 }] })
  await settle(second)
  expect(await owner()).toBe(first + 3)
})
