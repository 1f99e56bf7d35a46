// The header shows the state of all terminals; a dialog lists their pending work.
import { expect } from '@playwright/test'
import { expectNoAccessibilityFault } from './accessibility-checks.ts'
import { makeRegisteredTerminal, makeUser, test } from './browser-fixtures.ts'
import { expectVerifyMode, makeClient, openApiSession, openScreen } from './gym-steps.ts'

test('device indicator: a disconnected door warns and lists its pending work @deep', async ({ page, product, gym }) => {
  const front = await makeRegisteredTerminal(product, gym, { users: [{ pin: '900', name: 'Ajena', verify: 0 }] })
  await makeRegisteredTerminal(product, gym, { name: 'Puerta de atrás' })
  const ana = await makeClient(gym, 'Ana Brújula')
  front.start()
  await expectVerifyMode(front, ana.id_zkteco, 3)
  const worker = await openApiSession(product, await makeUser(gym, 'gym_worker'))
  await openScreen(page, product, worker, '/clients')
  await expect(page.getByRole('button', { name: 'Dispositivo conectado' })).toHaveAttribute('data-tone', 'good')
  const warning = page.getByRole('button', { name: '1 aviso: Puerta de atrás sin conexión' })
  await expect(warning).toHaveAttribute('data-tone', 'warn')
  await warning.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Dispositivos' })
  const away = dialog.getByRole('listitem').filter({ hasText: 'Puerta de atrás' }).first()
  await expect(away).toContainText('Nunca ha llamado')
  await expect(away).toContainText(/\d cambios pendientes/)
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Puerta principal' }).first()).toContainText('Al día')
  // Links appear only if the user may open the linked screen.
  await expect(dialog.getByRole('link')).toHaveCount(0)
  await expectNoAccessibilityFault(page, 'terminals')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(warning).toBeFocused()

  await front.stop()
})
