// Duplicate clients: the form warns while typing; a merge chooses each field and can be undone.
import { expect } from '@playwright/test'
import { expectNoAccessibilityFault } from './accessibility-checks.ts'
import { test } from './browser-fixtures.ts'
import { findTableRows, listClients, makeClient, makePlan, openScreen, sellPlan } from './gym-steps.ts'

test('duplicate client: the form warns, and a merge can be undone @deep', async ({ page, product, gym, hand }) => {
  await page.setViewportSize({ width: 375, height: 720 })
  const plan = await makePlan(gym)
  const kept = await makeClient(gym, 'Ana Peña', { phone_number: '809-555-0001' })
  await openScreen(page, product, gym.api, '/clients/new')
  const form = page.getByRole('dialog', { name: 'Agregar Cliente' })
  await form.getByRole('textbox', { name: 'Nombre' }).fill('Ana Pena')
  await form.getByRole('textbox', { name: 'Teléfono' }).fill('(809) 555-0001')
  await expect(form.getByText('¿Ya es cliente? Ana Peña tiene el mismo teléfono.')).toBeVisible()
  await form.getByRole('textbox', { name: 'Correo' }).fill('ana@example.com')
  await form.getByRole('button', { name: 'Agregar' }).click()
  await expect(findTableRows(page, 'Clientes')).toHaveCount(2)
  const gone = (await listClients(gym)).items.find(({ name }) => name === 'Ana Pena')
  for (const client of [kept, gone]) await sellPlan(gym, plan, client ?? kept)

  await page.goto(`${product.address}/clients/${kept.id}/card`)
  await page.getByRole('button', { name: 'Unir con otro cliente…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Unir con otro cliente' })
  await dialog.getByRole('button', { name: /Ana Pena Tiene el mismo teléfono/ }).press('Enter')
  await expect(dialog.getByRole('radiogroup')).toHaveCount(4)
  await expect(dialog.getByText(/Los dos tienen pagado .*: esos días quedan pagados dos veces\./)).toBeVisible()
  await expect(dialog.getByText(/Pasan a esta ficha: 1 pago\./)).toBeVisible()
  // Proposes the values of one client, completed by values that only the other client has.
  await expect(
    dialog.getByRole('radiogroup', { name: 'Correo' }).getByRole('radio', { name: 'ana@example.com' }),
  ).toBeChecked()
  const name = dialog.getByRole('radiogroup', { name: 'Nombre' })
  await name.getByRole('radio', { name: 'Ana Peña' }).focus()
  await hand.press('ArrowRight')
  await expect(name.getByRole('radio', { name: 'Ana Pena' })).toBeChecked()
  await expectNoAccessibilityFault(page, 'a merge')
  await hand.press('Control+Enter')
  await expect(page.getByText('Clientes unidos')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  expect((await listClients(gym)).items).toEqual([
    expect.objectContaining({ id: kept.id, name: 'Ana Pena', email: 'ana@example.com', phone_number: '809-555-0001' }),
  ])

  await page.getByRole('button', { name: 'Historial' }).click()
  await expect(page.getByText('unió a este cliente con Ana Pena')).toBeVisible()
  await hand.press('Escape')
  await page.getByRole('button', { name: 'Unir con otro cliente…' }).click()
  await dialog.getByRole('button', { name: 'Deshacer' }).click()
  await page.getByRole('dialog', { name: 'Deshacer la unión' }).getByRole('button', { name: 'Deshacer' }).click()
  await expect(page.getByText('Unión deshecha')).toBeVisible()
  const names = (await listClients(gym)).items.map((client) => client.name)
  expect(names.sort()).toEqual(['Ana Pena', 'Ana Peña'])
})
