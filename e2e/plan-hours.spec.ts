// Plans limited to hours and doors: set in the form, shown at reception, enforced by the terminal.
import { expect } from '@playwright/test'
import { expectNoAccessibilityFault } from './accessibility-checks.ts'
import { makeRegisteredTerminal, test } from './browser-fixtures.ts'
import { findField, findTableRows, makeClient, makePlan, openScreen, sellPlan } from './gym-steps.ts'

test('plan hours: client card and terminals have a plan’s hours @deep', async ({ page, product, gym, hand }) => {
  const panel = await makeRegisteredTerminal(product, gym, {
    firmware: { dialect: 'access', lockCount: 2, deviceName: 'inBio' },
  })
  panel.start()
  const old = await makeRegisteredTerminal(product, gym, { name: 'Sala' })
  old.start()
  const plan = await makePlan(gym, 'Mañanas')
  const ana = await makeClient(gym, 'Ana Brújula')
  await sellPlan(gym, plan, ana)
  await openScreen(page, product, gym.api, '/memberships')
  await page.getByRole('button', { name: 'Horarios' }).click()
  const list = page.getByRole('dialog', { name: 'Horarios' })
  await list.getByRole('button', { name: 'Nuevo horario' }).click()
  const form = page.getByRole('dialog', { name: 'Agregar Horario' })
  await hand.write(findField(form, 'Nombre'), 'Turno mañana')
  await hand.write(findField(form, 'Lunes'), '6-12')
  await form.getByRole('button', { name: 'Igual de lunes a viernes' }).click()
  await expect(findField(form, 'Viernes')).toHaveValue('6-12')
  await expectNoAccessibilityFault(page, 'schedule')
  await form.getByRole('button', { name: 'Agregar' }).click()
  await expect(page.getByText('Horario creado')).toBeVisible()
  await expect(findTableRows(page, 'Horarios')).toContainText('lun–vie 6:00–12:00')
  await hand.press('Escape')

  await page.getByRole('button', { name: 'Editar Mañanas' }).click()
  const edit = page.getByRole('dialog', { name: 'Editar Plan de Membresía' })
  await edit.getByRole('combobox', { name: 'Horario' }).selectOption('Turno mañana (lun–vie 6:00–12:00)')
  await expect(edit.getByText(/^Sala no sabe de horarios: deja entrar a cualquier hora/)).toBeVisible()
  await edit.getByRole('combobox', { name: 'Puertas' }).selectOption('Solo algunas')
  await edit.getByRole('checkbox', { name: 'Puerta 2' }).check()
  await edit.getByRole('checkbox', { name: 'Sala' }).check()
  await expectNoAccessibilityFault(page, 'plan')
  await edit.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(page.getByText('Plan de Membresía editado con éxito.')).toBeVisible()
  await expect.poll(() => panel.rights.of(String(ana.id_zkteco))).toEqual([{ zone: 2, doors: 2 }])

  await openScreen(page, product, gym.api, `/clients/${ana.id}/card`)
  const card = page.getByRole('dialog', { name: 'Ficha del cliente' })
  await expect(card.getByText('Puede entrar: lun–vie 6:00–12:00 · Puerta principal (Puerta 2)')).toBeVisible()
  await expect(
    card.getByText('Puede entrar: lun–vie 6:00–12:00 · Sala · no sabe de horarios, deja entrar a cualquier hora'),
  ).toBeVisible()
  await openScreen(page, product, gym.api, '/settings?tab=devices')
  await page.getByRole('button', { name: 'Editar Puerta principal' }).click()
  const device = page.getByRole('dialog', { name: 'Editar Dispositivo' })
  await hand.write(findField(device, 'Puerta 2'), 'Piscina')
  await device.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(page.getByText('Dispositivo editado con éxito')).toBeVisible()
  await page.getByRole('button', { name: 'Estado de Puerta principal' }).click()
  await expect(page.getByText('2 puertas: Puerta 1, Piscina')).toBeVisible()
  await expect(page.getByText('Respeta los horarios de los planes')).toBeVisible()

  panel.forcePunch({ pin: String(ana.id_zkteco), time: panel.shows(), door: 2 })
  await openScreen(page, product, gym.api, '/attendance')
  await expect(findTableRows(page, 'Asistencias').getByText('Puerta principal · Piscina')).toBeVisible()
  await Promise.all([panel.stop(), old.stop()])
})
