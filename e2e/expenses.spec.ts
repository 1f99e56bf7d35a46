// Expenses: noted, counted, voided.
import { expect, type Page } from '@playwright/test'
import { figure, tab } from './cash-flow-scenes.ts'
import { test } from './product.ts'
import { enter, field, gymDay, rowsOf, written } from './scenes.ts'

const form = (page: Page) => page.getByRole('dialog', { name: 'Agregar Gasto' })

test('expense: validated, booked once by keyboard, shown in reports, then voided', {
  tag: '@deep',
}, async ({ page, product, gym, hand }) => {
  await enter(page, product, gym.api, '/cash-flow')
  await page.getByRole('link', { name: 'Gastos' }).press('Enter')
  await expect(page).toHaveTitle(/^Gastos/)
  await page.getByRole('button', { name: 'Nuevo gasto' }).press('Enter')
  const dialog = form(page)
  await expect(field(dialog, 'Concepto')).toBeFocused()
  await hand.type('Luz de octubre')
  await hand.write(field(dialog, 'Importe'), '1.250,00')
  await hand.writeAndLeave(field(dialog, 'Fecha del recibo'), written(gymDay(1)))
  await field(dialog, 'Pagado a').focus()
  await hand.press('Enter')
  await expect(
    dialog.getByText('Debe ser un importe como 1250 o 1,250.00, con dos decimales como máximo'),
  ).toBeVisible()
  await expect(dialog.getByText('No puede estar en el futuro')).toBeVisible()
  await expect(dialog.getByText('Este campo es requerido')).toBeVisible()
  await expect(field(dialog, 'Importe')).toHaveValue('1.250,00')

  await hand.write(field(dialog, 'Importe'), '1,250.5')
  await hand.writeAndLeave(field(dialog, 'Fecha del recibo'), written(gymDay(-20)))
  await dialog.getByLabel('Categoría').selectOption('Electricidad y agua')
  await field(dialog, 'Pagado a').focus()
  await hand.type('Edenorte')
  await expect(dialog).toContainText('Entra en las cuentas de hoy, sea cual sea la fecha del recibo.')
  await expect(dialog).not.toContainText('caja')
  await hand.press('Alt+2')
  await hand.enterTwice()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Gasto registrado.')).toBeVisible()
  const rows = rowsOf(page, 'Gastos')
  await expect(rows).toHaveCount(1)
  await expect(rows.first()).toContainText(/1.*Luz de octubre.*Electricidad y agua.*Edenorte.*\$ 1,250\.50/)
  await expect(rows.first()).toContainText(written(gymDay(-20)))
  await expect(rows.first()).toContainText('Tarjeta')
  await expect(page.getByText('1 gasto · $ 1,250.50')).toBeVisible()
  await expect(page.getByText('Tarjeta $ 1,250.50')).toBeVisible()

  await page.getByRole('link', { name: 'Flujo de Caja' }).last().click()
  await expect(figure(page, 'Egresos')).toContainText('$ 1,250.50')
  await expect(figure(page, 'Egresos')).toContainText('Gastos $ 1,250.50')
  await expect(figure(page, 'Balance')).toContainText('−$ 1,250.50')
  await page.getByRole('link', { name: 'Informe del día' }).click()
  const paid = page.getByRole('region', { name: 'Egresos' })
  await expect(paid).toContainText(/Gastos\$ 1,250\.50Total\$ 1,250\.50/)

  await page.goto(`${product.address}/expenses`)
  await page.getByRole('button', { name: 'Anular el gasto N.º 1, Luz de octubre' }).press('Enter')
  const question = page.getByRole('dialog', { name: 'Anular Gasto N.º 1' })
  await expect(field(question, 'Motivo')).toBeFocused()
  await hand.type('Era de la casa')
  await hand.enterTwice()
  await expect(page.getByText('Documento anulado.')).toBeVisible()
  await expect(question).toHaveCount(0)
  await expect(rows.first()).toContainText('ANULADO')
  await expect(page.getByText('0 gastos · $ 0.00 · 1 anulado')).toBeVisible()
  await page.getByRole('link', { name: 'Flujo de Caja' }).last().click()
  await expect(figure(page, 'Anulaciones')).toContainText('de egresos +$ 1,250.50')
  await tab(page, 'Compras de productos').click()
  await expect(rowsOf(page, 'Anulaciones').first()).toContainText(/Gasto N\.º 1.*Edenorte.*Era de la casa/)
})
