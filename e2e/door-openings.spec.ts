// Manual door openings: the user who opened enters a reason, and the owner reads it.
import { once } from 'node:events'
import { expect } from '@playwright/test'
import { expectNoAccessibilityFault } from './accessibility-checks.ts'
import { makeRegisteredTerminal, makeUser, test } from './browser-fixtures.ts'
import { findField, findTableRows, openApiSession, openScreen } from './gym-steps.ts'

test('door opening: the owner reads the reason that a worker entered @deep', async ({ page, product, gym, hand }) => {
  const terminal = await makeRegisteredTerminal(product, gym)
  const connected = once(terminal.events, 'cycle')
  terminal.start()
  await connected
  const username = await makeUser(gym, 'gym_worker')
  await openScreen(page, product, await openApiSession(product, username), '/attendance')
  await expect(page.getByRole('button', { name: 'Aperturas manuales' })).toHaveCount(0)
  const door = once(terminal.events, 'door')
  await page.getByRole('button', { name: 'Abrir puerta' }).click()
  await door
  await page.getByRole('button', { name: 'Anotar motivo' }).click()
  const reason = page.getByRole('dialog', { name: 'Por qué se abrió la puerta' })
  await expect(findField(reason, 'Motivo')).toBeFocused()
  await expectNoAccessibilityFault(page, 'why the door was opened', ['wide'])
  await hand.type('Llegó el proveedor')
  await hand.press('Enter')
  await expect(page.getByText('Motivo guardado')).toBeVisible()
  await expect(reason).toHaveCount(0)

  const owner = await page.context().browser()?.newPage()
  if (!owner) throw new Error('no browser')
  await openScreen(owner, product, gym.api, '/attendance')
  await owner.getByRole('button', { name: 'Aperturas manuales' }).click()
  const rows = findTableRows(owner, 'Aperturas manuales')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Llegó el proveedor')
  await expectNoAccessibilityFault(owner, 'openings by hand')
  // The owner can edit the stored reason.
  const noted = owner.getByRole('dialog', { name: 'Por qué se abrió la puerta' })
  await owner.getByRole('button', { name: /^Anotar motivo de/ }).click()
  await expect(findField(noted, 'Motivo')).toHaveValue('Llegó el proveedor')
  await findField(noted, 'Motivo').fill('Llegó el proveedor de agua')
  await noted.getByRole('button', { name: 'Guardar' }).click()
  await expect(rows).toContainText('Llegó el proveedor de agua')
  await expect(rows).toContainText('Antes: «Llegó el proveedor». Lo cambió Altagracia Peña: ')
  await expect(noted).toHaveCount(0)
  await expectNoAccessibilityFault(owner, 'what was said before of an opening')
  await owner.close()
  await terminal.stop()
})
