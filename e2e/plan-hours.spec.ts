// Plans that open at some hours and by some doors: from the form to the terminal, and what the desk reads of that.
import { expect } from '@playwright/test'
import { dayIn, localTime } from '../contract/dates.ts'
import { expectNoBarrier } from './barriers.ts'
import { makeTerminal, test } from './product.ts'
import { enter, field, makeClient, makePlan, rowsOf, sellPlan } from './scenes.ts'

test('hours are given a name, a plan opens at them and by a panel’s door, and the card and the terminals say so', async ({
  page,
  product,
  gym,
  hand,
}) => {
  const panel = await makeTerminal(product, gym, { firmware: { dialect: 'access', lockCount: 2, deviceName: 'inBio' } })
  panel.start()
  const old = await makeTerminal(product, gym, { name: 'Sala' })
  old.start()
  const plan = await makePlan(gym, 'Mañanas')
  const ana = await makeClient(gym, 'Ana Brújula')
  await sellPlan(gym, plan, ana)
  await enter(page, product, gym.api, '/memberships')
  await page.getByRole('button', { name: 'Horarios' }).click()
  const list = page.getByRole('dialog', { name: 'Horarios' })
  await expect(list.getByText('No hay horarios: todos los planes abren a cualquier hora')).toBeVisible()
  await list.getByRole('button', { name: 'Nuevo horario' }).click()
  const form = page.getByRole('dialog', { name: 'Agregar Horario' })
  await hand.write(field(form, 'Nombre'), 'Turno mañana')
  await hand.press('Enter')
  await expect(form.getByText('Falta al menos un día con horario')).toBeVisible()
  await hand.write(field(form, 'Lunes'), '6-25')
  await hand.press('Enter')
  await expect(form.getByText('Escríbelo como 6:00–12:00; varios, con coma')).toBeVisible()
  await hand.write(field(form, 'Lunes'), '6-12')
  await form.getByRole('button', { name: 'Igual de lunes a viernes' }).click()
  await expect(field(form, 'Viernes')).toHaveValue('6-12')
  await expectNoBarrier(page, 'schedule')
  await form.getByRole('button', { name: 'Agregar' }).click()
  await expect(page.getByText('Horario creado')).toBeVisible()
  await expect(rowsOf(page, 'Horarios')).toContainText('lun–vie 6:00–12:00')
  await hand.press('Escape')

  await page.getByRole('button', { name: 'Editar Mañanas' }).click()
  const edit = page.getByRole('dialog', { name: 'Editar Plan de Membresía' })
  await edit.getByRole('combobox', { name: 'Horario' }).selectOption('Turno mañana (lun–vie 6:00–12:00)')
  await expect(edit.getByText(/^Sala no sabe de horarios: deja entrar a cualquier hora/)).toBeVisible()
  await edit.getByRole('combobox', { name: 'Puertas' }).selectOption('Solo algunas')
  await edit.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(edit.getByText('Elige al menos una puerta')).toBeVisible()
  await edit.getByRole('checkbox', { name: 'Puerta 2' }).check()
  await edit.getByRole('checkbox', { name: 'Sala' }).check()
  await expectNoBarrier(page, 'plan')
  await edit.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(page.getByText('Plan de Membresía editado con éxito.')).toBeVisible()
  await expect.poll(() => panel.rights.of(String(ana.id_zkteco))).toEqual([{ zone: 2, doors: 2 }])
  await page.getByRole('button', { name: 'Editar Mañanas' }).click()
  await expect(edit.getByRole('checkbox', { name: 'Puerta 2' })).toBeChecked()
  await hand.press('Escape')

  await enter(page, product, gym.api, `/clients?client=${ana.id}`)
  const card = page.getByRole('dialog', { name: 'Ficha del cliente' })
  await expect(card.getByText('Puede entrar: lun–vie 6:00–12:00 · Puerta principal (Puerta 2)')).toBeVisible()
  await expect(
    card.getByText('Puede entrar: lun–vie 6:00–12:00 · Sala · no sabe de horarios, deja entrar a cualquier hora'),
  ).toBeVisible()
  await enter(page, product, gym.api, '/settings?tab=devices')
  await page.getByRole('button', { name: 'Estado de Sala' }).click()
  await expect(
    page
      .getByRole('dialog', { name: 'Sala' })
      .getByText('No sabe de horarios: deja entrar a cualquier hora a quien tiene un plan con horario'),
  ).toBeVisible()
  await page.getByRole('dialog', { name: 'Sala' }).getByRole('button', { name: 'Cerrar' }).click()
  await page.getByRole('button', { name: 'Editar Puerta principal' }).click()
  const device = page.getByRole('dialog', { name: 'Editar Dispositivo' })
  await hand.write(field(device, 'Puerta 2'), 'Piscina')
  await device.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(page.getByText('Dispositivo editado con éxito')).toBeVisible()
  await page.getByRole('button', { name: 'Estado de Puerta principal' }).click()
  await expect(page.getByText('2 puertas: Puerta 1, Piscina')).toBeVisible()
  await expect(page.getByText('Respeta los horarios de los planes')).toBeVisible()

  panel.forcePunch({ pin: String(ana.id_zkteco), time: panel.shows(), door: 2 })
  await enter(page, product, gym.api, '/attendance')
  await expect(rowsOf(page, 'Asistencias').getByText('Puerta principal · Piscina')).toBeVisible()
  await Promise.all([panel.stop(), old.stop()])
})

test('whoever edits a plan whose hours somebody else changed meanwhile is told, and what was typed stays', async ({
  page,
  product,
  gym,
  hand,
}) => {
  const week = Array.from({ length: 7 }, () => [{ from: '06:00', to: '12:00' }])
  const made = await gym.api.call<{ id: number }>('POST', '/memberships/schedules', { name: 'Turno mañana', week })
  const plan = await makePlan(gym, 'Mañanas')
  const accessOf = () => gym.api.call<object>('GET', `/memberships/${plan.id}/access`)
  // Nothing arrives by itself.
  await page.route(/notifications\/sse/, (route) => route.abort())
  await enter(page, product, gym.api, '/memberships')
  await page.getByRole('button', { name: 'Editar Mañanas' }).click()
  const edit = page.getByRole('dialog', { name: 'Editar Plan de Membresía' })
  await hand.write(field(edit, 'Precio'), '1800')
  await gym.api.call('PUT', `/memberships/${plan.id}/access`, { id_schedule: made.id, doors: null })
  await hand.press('Enter')
  await expect(edit.getByText(/Otra persona modificó este registro/)).toBeVisible()
  await expect(field(edit, 'Precio')).toHaveValue('1800')
  await edit.getByRole('button', { name: /Volver a cargar|Cargar/ }).click()
  await expect(edit.getByRole('combobox', { name: 'Horario' })).toHaveValue(String(made.id))
  await expect(field(edit, 'Precio')).toHaveValue('1800')
  await edit.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(page.getByText('Plan de Membresía editado con éxito.')).toBeVisible()
  expect(await accessOf()).toMatchObject({ price: '1800.00', id_schedule: made.id, doors: null })

  // A new one is limited from the beginning: it is one call.
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET' && request.url().includes('/memberships/')) calls.push(request.method())
  })
  await page.getByRole('button', { name: 'Nuevo plan' }).click()
  const dialog = page.getByRole('dialog', { name: 'Agregar Plan de Membresía' })
  await hand.write(field(dialog, 'Nombre'), 'Económico')
  await hand.write(field(dialog, 'Duración (días)'), '30')
  await hand.write(field(dialog, 'Precio'), '900')
  await dialog.getByRole('combobox', { name: 'Horario' }).selectOption(String(made.id))
  await dialog.getByRole('button', { name: 'Agregar' }).click()
  await expect(page.getByText('Plan de Membresía creado con éxito.')).toBeVisible()
  const plans = await gym.api.call<{ id: number; name: string }[]>('GET', '/memberships/')
  const id = plans.find(({ name }) => name === 'Económico')?.id
  expect(await gym.api.call('GET', `/memberships/${id}/access`)).toMatchObject({ id_schedule: made.id })
  expect(calls).toEqual(['POST'])
})

test('the card says until when somebody may enter today, and over the boundary from when on again', async ({
  page,
  product,
  gym,
}) => {
  await makeTerminal(product, gym)
  // Where it is about noon: the hours end far from here, whenever the test runs.
  const ahead = 12 - new Date().getUTCHours()
  const timeZone = `Etc/GMT${ahead < 0 ? '+' : '-'}${Math.abs(ahead)}`
  await gym.api.call('PUT', '/gym-info/', { timeZone })
  const spans = [{ from: '00:00', to: '23:57' }]
  const made = await gym.api.call<{ id: number }>('POST', '/memberships/schedules', {
    name: 'Casi todo el día',
    week: Array.from({ length: 7 }, () => spans),
  })
  const plan = await makePlan(gym, 'Mañanas')
  await gym.api.call('PUT', `/memberships/${plan.id}`, { id_schedule: made.id })
  const ana = await makeClient(gym, 'Ana Brújula')
  await sellPlan(gym, plan, ana, dayIn(timeZone, new Date()))
  await page.clock.install()
  await enter(page, product, gym.api, `/clients?client=${ana.id}`)
  const door = page.getByRole('dialog', { name: 'Ficha del cliente' }).getByRole('region', { name: 'Puerta' })
  await expect(door.getByText(/^Puede entrar hasta el .* · hoy de 0:00 a 23:57$/)).toBeVisible()
  // No answer says any more that it is earlier.
  await page.route('**/v1/**', (route) => route.abort())
  const [hours = 0, minutes = 0] = localTime(timeZone, new Date()).slice(11).split(':').map(Number)
  await page.clock.fastForward((23 * 60 + 58 - hours * 60 - minutes) * 60_000)
  await expect(door.getByText('Fuera de su horario: puede entrar desde mañana a las 0:00')).toBeVisible()
  await page.clock.fastForward(120_000)
  await expect(door.getByText(/^Puede entrar hasta el .* · hoy de 0:00 a 23:57$/)).toBeVisible()
})
