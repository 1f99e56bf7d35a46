// Each label in the specification identifies one element: no other element has the same name or covers that element.
import { expect } from '@playwright/test'
import { test } from './browser-fixtures.ts'
import { findCombobox, makePlan, openScreen } from './gym-steps.ts'
import { makeStockedProduct } from './stock-steps.ts'

test('forms: each has one submit button, labelled with its action @deep', async ({ page, product, gym }) => {
  await makePlan(gym)
  await makeStockedProduct(gym, 'Agua', 10)
  await openScreen(page, product, gym.api, '/billing/sales/new')
  const sale = page.getByRole('dialog', { name: 'Vender producto' })
  await expect(findCombobox(sale, 'Cliente')).toHaveValue('Cliente Anónimo')
  for (const label of ['Cliente', 'Producto']) await expect(sale.getByLabel(label)).toHaveCount(1)
  await sale.getByLabel('Producto').fill('agua')
  await page.getByRole('option', { name: 'Agua' }).click()
  await expect(sale.getByLabel('Producto')).toHaveCount(1)
  await expect(sale.locator('button[type=submit]')).toHaveCount(1)
  await expect(sale.getByRole('button', { name: 'Vender e imprimir' })).toBeEnabled()
  await sale.getByRole('button', { name: 'Vender', exact: true }).click()
  await expect(page.getByText('Venta realizada con éxito')).toBeVisible()
  await page.goto(`${product.pageAddress}/clients/new`)
  const client = page.getByRole('dialog', { name: 'Agregar Cliente' })
  await expect(page.getByText('Agregar Cliente')).toHaveCount(1)
  await client.getByLabel('Nombre', { exact: true }).fill('Ana Brújula')
  await client.getByRole('button', { name: /agregar/i }).click()
  await expect(page.getByText('Cliente agregado con éxito')).toBeVisible()
})
