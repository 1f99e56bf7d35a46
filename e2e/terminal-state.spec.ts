import { expect, type Page } from '@playwright/test'
import { expectNoAccessibilityFault } from './accessibility-checks.ts'
import { makeRegisteredTerminal, test } from './browser-fixtures.ts'
import { expectVerifyMode, findField, makeClient, openScreen } from './gym-steps.ts'

const openState = async (page: Page) => {
  await page.getByRole('button', { name: 'Estado de Puerta principal' }).click()
  return page.getByRole('dialog', { name: 'Puerta principal', exact: true })
}

test('terminal that cannot list its users: can still be filled or emptied @deep', async ({ page, product, gym }) => {
  const users = ['801', '802'].map((pin) => ({ pin, name: `Ajeno ${pin}`, verify: 0 }))
  const terminal = await makeRegisteredTerminal(product, gym, {
    users,
    firmware: { queryAnswer: 'nothing', capacity: 3000 },
  })
  const ana = await makeClient(gym, 'Ana Brújula')
  terminal.start()
  await openScreen(page, product, gym.api, '/settings?tab=devices')
  await expect(page.getByText('Leyendo la lista de personas: 0 de 2')).toBeVisible()
  expect(terminal.users.size).toBe(2)
  const state = await openState(page)
  await expectNoAccessibilityFault(page, 'census')
  await state.getByRole('button', { name: 'Continuar sin leer…' }).click()
  const unread = page.getByRole('dialog', { name: 'Continuar sin leer' })
  await expectNoAccessibilityFault(page, 'before an unread terminal is filled')
  await unread.getByRole('button', { name: /^Dejar los números/ }).click()
  await expect(page.getByText('El dispositivo recibe a todos sin haberlo leído')).toBeVisible()
  await expectVerifyMode(terminal, ana.id_zkteco, 3)
  await expect(state.getByText('2 de 3,000 personas')).toBeVisible()
  expect(terminal.users.size).toBe(4)

  await state.getByRole('button', { name: 'Vaciar el dispositivo…' }).click()
  const question = page.getByRole('dialog', { name: 'Vaciar el dispositivo' })
  await question.getByRole('button', { name: 'Vaciar', exact: true }).click()
  await expect(question.getByText('No coincide')).toBeVisible()
  await expectNoAccessibilityFault(page, 'emptying')
  await findField(question, 'Escribe «Puerta principal» para confirmar').fill('Puerta principal')
  await question.getByRole('button', { name: 'Vaciar', exact: true }).click()
  await expect(page.getByText('El dispositivo se vacía y recibe a todos de nuevo')).toBeVisible()
  await expect.poll(() => [...terminal.users.keys()].filter((pin) => pin.startsWith('80'))).toEqual([])
  await expectVerifyMode(terminal, ana.id_zkteco, 3)
  await expect(question).toHaveCount(0)
  await terminal.stop()
})

test('terminal deletion: warns how many users the door still admits @deep', async ({ page, product, gym }) => {
  const terminal = await makeRegisteredTerminal(product, gym, { users: [{ pin: '900', name: 'Ajena', verify: 0 }] })
  const ana = await makeClient(gym, 'Ana Brújula')
  terminal.start()
  await expectVerifyMode(terminal, ana.id_zkteco, 3)
  await openScreen(page, product, gym.api, '/settings?tab=devices')
  await expect(page.getByText('Al día')).toBeVisible()
  await terminal.stop()
  await page.getByRole('button', { name: 'Eliminar Puerta principal' }).click()
  const question = page.getByRole('dialog', { name: 'Confirmación' })
  await expect(question).toContainText('¿Estás seguro de que deseas eliminar este cliente?')
  // Two users stored on the terminal can open the door: the owner and an unknown user. Ana is locked out.
  await expect(question).toContainText('El dispositivo seguirá abriendo a 2 personas.')
  await question.getByRole('checkbox', { name: 'Vaciarlo antes' }).check()
  await expectNoAccessibilityFault(page, 'deletion of a terminal')
  await page.route('**/v1/devices/*', (route) =>
    route.request().method() === 'DELETE' ? route.abort() : route.fallback(),
  )
  await question.getByRole('button', { name: 'Eliminar', exact: true }).click()
  await expect(page.getByText('No se pudo eliminar el cliente, inténtelo de nuevo')).toBeVisible()
  await page.unroute('**/v1/devices/*')
  await question.getByRole('button', { name: 'Eliminar', exact: true }).click()
  await expect(page.getByRole('cell', { name: 'Se está vaciando' })).toBeVisible()
  expect(await gym.api.call('GET', '/devices/status')).toMatchObject([{ leaving: true }])
  terminal.start()
  await expect(page.getByText('No hay dispositivos registrados')).toBeVisible()
  expect(terminal.users.size).toBe(0)
  await terminal.stop()
})
