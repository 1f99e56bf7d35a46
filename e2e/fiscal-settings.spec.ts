// Fiscal receipts: switched on in the settings, and ranges of numbers registered and cancelled.
import { expect, type Page } from '@playwright/test'
import { expectNoAccessibilityFault } from './accessibility-checks.ts'
import { test } from './browser-fixtures.ts'
import { findField, findTableRows, openScreen } from './gym-steps.ts'

/** Screen widths. A test registers numbers from `start` on, since gyms with the same RNC may not share a number. */
const looks = [
  { look: 'wide', width: 1440, start: 0 },
  { look: 'narrow', width: 375, start: 5000 },
] as const

const showNumber = (type: string, sequence: number) => `${type}${String(sequence).padStart(8, '0')}`

async function fillRange(page: Page, type: string, from: number, to: number) {
  const dialog = page.getByRole('dialog', { name: 'Registrar rango', exact: true })
  if (!(await dialog.isVisible())) await page.getByRole('button', { name: 'Registrar rango', exact: true }).click()
  await dialog.getByLabel('Tipo').selectOption(type)
  await findField(dialog, 'Primer número').fill(showNumber(type, from))
  await findField(dialog, 'Último número').fill(showNumber(type, to))
  return { dialog, submit: dialog.getByRole('button', { name: 'Registrar', exact: true }) }
}

for (const { look, width, start } of looks) {
  test(`fiscal receipts are switched on, and ranges registered and cancelled, at ${width} px @deep`, async ({
    page,
    product,
    gym,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await openScreen(page, product, gym.api, '/settings?tab=gym')
    const form = page.getByRole('form', { name: 'Comprobantes fiscales' })
    await form.getByLabel('País').selectOption('República Dominicana')
    const warning = form.getByText('Revisa el RNC: el dígito verificador no coincide')
    await findField(form, 'RNC').fill('401506253')
    await expect(warning).toBeVisible()
    await form.getByRole('button', { name: 'Guardar' }).click()
    await expect(form.getByText('Este campo es requerido')).toHaveCount(1)
    await expectNoAccessibilityFault(page, 'fiscal settings with an error', [look])
    await findField(form, 'RNC').fill('4-01-50625-4')
    await expect(warning).toHaveCount(0)
    await findField(form, 'Razón social').fill('Gimnasio Quisqueya SRL')
    await form.getByRole('button', { name: 'Guardar' }).click()
    await expect(page.getByText('Comprobantes fiscales guardados')).toBeVisible()
    const ranges = page.getByRole('region', { name: 'Rangos de comprobantes' }).first()
    const missing = (name: string) => ranges.getByRole('status').getByText(`No hay un rango activo de ${name}`)
    await expect(missing('Factura de Consumo (B02)')).toBeVisible()
    await expect(missing('Factura de Crédito Fiscal (B01)')).toBeVisible()

    const consumer = await fillRange(page, 'B02', start + 1, start + 1000)
    await consumer.submit.click()
    await expect(consumer.dialog).toHaveCount(0)
    await expect(missing('Factura de Consumo (B02)')).toHaveCount(0)

    const overlapping = await fillRange(page, 'B02', start + 1000, start + 2000)
    await overlapping.submit.click()
    await expect(findField(overlapping.dialog, 'Primer número')).toBeFocused()
    await expect(overlapping.dialog.getByText('Esos números se cruzan con otro rango registrado.')).toBeVisible()

    const credit = await fillRange(page, 'B01', start + 1, start + 500)
    await findField(credit.dialog, 'Primer número').fill(showNumber('B02', start + 1))
    await credit.submit.click()
    await expect(credit.dialog.getByText('Debe ser un número de B01, como B0100000001')).toBeVisible()
    await findField(credit.dialog, 'Primer número').fill(showNumber('B01', start + 1))
    await findField(credit.dialog, 'Vence').fill('31/12/2020')
    await credit.submit.click()
    await expect(credit.dialog.getByText('Esa fecha ya pasó')).toBeVisible()
    await expectNoAccessibilityFault(page, 'range with an error', [look])
    await findField(credit.dialog, 'Vence').fill(`31/12/${new Date().getFullYear() + 1}`)
    await credit.submit.click()
    await expect(credit.dialog).toHaveCount(0)
    const note = await fillRange(page, 'B04', start + 1, start + 40)
    await note.submit.click()
    await expect(note.dialog).toHaveCount(0)

    const rows = findTableRows(page, 'Rangos de comprobantes')
    await expect(rows).toHaveCount(3)
    await expect(rows.first()).toContainText(/Nota de Crédito \(B04\).*40.*31\/12\/.*Por agotarse/)
    await expect(ranges.getByRole('status')).toHaveText(/^Quedan 40 comprobantes de Nota de Crédito \(B04\):/)
    await rows.first().getByRole('button', { name: 'Cancelar rango' }).click()
    const question = page.getByRole('dialog', { name: 'Cancelar rango' })
    await expect(question).toContainText('Los 40 números de Nota de Crédito (B04) que quedan')
    await expectNoAccessibilityFault(page, 'question before a range is cancelled', [look])
    await question.getByRole('button', { name: 'Cancelar rango' }).click()
    await expect(rows.first()).toContainText('Cancelado')
    await expect(missing('Nota de Crédito (B04)')).toBeVisible()
    await expectNoAccessibilityFault(page, 'ranges', [look])

    await page.goto(`${product.pageAddress}/dashboard`)
    await expect(page.getByText('No hay un rango activo de Nota de Crédito (B04)')).toBeVisible()
    await expectNoAccessibilityFault(page, 'dashboard with a fiscal notice', [look])
    await page.getByRole('link', { name: 'Ver los rangos' }).click()
    await expect(page.getByRole('button', { name: 'Registrar rango', exact: true })).toBeInViewport()
  })
}
