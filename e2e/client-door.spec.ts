// Manual decisions, on the client's card, whether a client may pass the door.
import { once } from 'node:events'
import { expect } from '@playwright/test'
import { expectNoAccessibilityFault } from './accessibility-checks.ts'
import { makeRegisteredTerminal, makeUser, test } from './browser-fixtures.ts'
import {
  expectVerifyMode,
  findTableRows,
  formatDay,
  getGymDay,
  makeClient,
  makePlan,
  openApiSession,
  openScreen,
  sellPlan,
} from './gym-steps.ts'

test('client card: a button locks the client out of the door @deep', async ({ page, product, gym, hand }) => {
  const client = await makeClient(gym, 'Ana Brújula')
  await sellPlan(gym, await makePlan(gym), client)
  const terminal = await makeRegisteredTerminal(product, gym)
  const connected = once(terminal.events, 'cycle')
  terminal.start()
  await connected
  await expectVerifyMode(terminal, client.id_zkteco, 0)
  const worker = await openApiSession(product, await makeUser(gym, 'gym_worker'))
  await openScreen(page, product, worker, `/clients/${client.id}/card`)
  const door = page.getByRole('dialog', { name: 'Ficha del cliente' }).getByRole('region', { name: 'Puerta' })
  const button = (name: string) => door.getByRole('button', { name })
  await expect(door).toBeVisible()
  for (const ofAdmins of ['Historial', 'Eliminados'])
    await expect(page.getByRole('button', { name: ofAdmins, includeHidden: true })).toHaveCount(0)
  await button('Bloquear en la puerta').dblclick()
  await expect(door).toContainText('No puede entrar: bloqueado a mano en la puerta')
  await expectVerifyMode(terminal, client.id_zkteco, 3)
  const listed = findTableRows(page, 'Clientes').getByRole('cell', { name: 'Bloqueado en la puerta' })
  await expect(listed).toBeAttached()
  await page.reload()
  await button('Permitir en la puerta').press('Enter')
  await expect(door).toContainText(`Puede entrar hasta el ${formatDay(getGymDay(29))}`)
  await expect(listed).toHaveCount(0)
  await expectVerifyMode(terminal, client.id_zkteco, 0)

  // The card shows the last known state of a disconnected terminal.
  await expect(door).toContainText('Al día en Puerta principal')
  await terminal.stop()
  await button('Quitar de los dispositivos').press('Enter')
  const question = page.getByRole('dialog', { name: 'Quitar de los dispositivos' })
  await expect(question).toContainText('con las huellas que tenga allí')
  await expectNoAccessibilityFault(page, 'whether a client is taken off')
  await hand.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(button('Quitar de los dispositivos')).toBeFocused()
  await hand.press('Enter')
  await question.getByRole('button', { name: 'Quitar', exact: true }).click()
  await expect(page.getByText('Quitado de los dispositivos. Falta que el dispositivo lo reciba.')).toBeVisible()
  await expect(door).toContainText('No puede entrar: quitado de los dispositivos')
  await expect(door).toContainText('Puerta principal todavía le abre')
  await expectNoAccessibilityFault(page, 'card of a client taken off')
  terminal.start()
  await expect.poll(() => terminal.users.has(String(client.id_zkteco)), { intervals: [50] }).toBe(false)
  await expect(door).toContainText('Al día en Puerta principal')
  await button('Volver a enviar a los dispositivos').press('Enter')
  await expectVerifyMode(terminal, client.id_zkteco, 0)
  await expect(button('Bloquear en la puerta')).toBeVisible()
  await terminal.stop()
})
