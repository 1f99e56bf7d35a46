// A person without a valid membership was let in: reception sees an alarm instead of a check-in.
import { expect } from '@playwright/test'
import { toLocalTime } from '../contract/shared/dates.ts'
import { expectNoAccessibilityFault } from './accessibility-checks.ts'
import { makeRegisteredTerminal, makeUser, test } from './browser-fixtures.ts'
import { expectVerifyMode, makeClient, makePlan, openApiSession, openScreen, sellPlan } from './gym-steps.ts'

test('door alarm: the entry of a person without membership is shown in red @deep', async ({ page, product, gym }) => {
  const terminal = await makeRegisteredTerminal(product, gym)
  const ana = await makeClient(gym, 'Ana Brújula')
  const luis = await makeClient(gym, 'Luis Terrero')
  await sellPlan(gym, await makePlan(gym), ana)
  terminal.start()
  await expectVerifyMode(terminal, ana.id_zkteco, 0)
  await expectVerifyMode(terminal, luis.id_zkteco, 3)
  const time = toLocalTime('America/Santo_Domingo', new Date())
  for (const { id_zkteco } of [ana, luis]) terminal.forcePunch({ pin: String(id_zkteco), time })
  terminal.forcePunch({ pin: '4321', time })
  const worker = await openApiSession(product, await makeUser(gym, 'gym_worker'))
  await openScreen(page, product, worker, '/dashboard')
  const notices = page.getByRole('region', { name: 'Notificaciones', exact: true }).getByRole('listitem')
  const notice = (text: string) => notices.filter({ hasText: text })
  await expect(notice('Luis Terrero')).toContainText('Sin derecho: sin membresía')
  await expect(notice('Luis Terrero')).toHaveAttribute('data-alarm', 'true')
  await expect(notice('El número 4321 no pertenece a nadie')).toHaveAttribute('data-alarm', 'true')
  await expect(notice('Ana Brújula')).not.toHaveAttribute('data-alarm')
  await expectNoAccessibilityFault(page, 'alarms among notifications')
  await page.getByRole('button', { name: 'Dispositivo conectado' }).click()
  const dialog = page.getByRole('dialog', { name: 'Dispositivos' })
  await expect(dialog.getByText('1 persona entró hoy sin derecho')).toHaveAttribute('data-tone', 'bad')
  await expectNoAccessibilityFault(page, 'alarm at a door')
  await terminal.stop()
})
