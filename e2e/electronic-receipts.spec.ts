// Electronic receipts: set up in the settings, printed with a QR code while DGII is away, sent later, and sent again
// after a rejection. DGII is played by its stand-in.
import { expect, type Page } from '@playwright/test'
import { makeCertificateFile } from '@torniquete/dgii-stand-in/make-certificate.ts'
import { StandInServer } from '@torniquete/dgii-stand-in/stand-in.ts'
import { expectNoAccessibilityFault } from './accessibility-checks.ts'
import { AppServer, type BrowserTestGym, test as base, masterPassword } from './browser-fixtures.ts'
import { findCombobox, findField, findTableRows, openScreen } from './gym-steps.ts'
import { a4Paper, capturePrint, receiptRollPaper, replacePrintByCounter } from './print-output.ts'
import { beginWaterSale, findSaleDialog, findSaleLines, openSaleDialog, scanCode, waterBarcode } from './sale-dialog.ts'

const test = base.extend<object, { dgii: StandInServer }>({
  dgii: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from this pattern.
    async ({}, use) => {
      const dgii = await new StandInServer().start()
      await use(dgii)
      await dgii.stop()
    },
    { scope: 'worker' },
  ],
  product: [
    async ({ dgii }, use) => {
      const product = new AppServer()
      await product.start({ MASTER_PASSWORD: masterPassword, DGII_URL: dgii.address })
      await use(product)
      await product.remove()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})

const certificate = makeCertificateFile({ subject: 'ALTAGRACIA PEÑA' })
const types = ['E31', 'E32', 'E34']
const showNumber = (type: string, sequence: number) => `${type}${String(sequence).padStart(10, '0')}`

/** Switches fiscal receipts on in production, with 100 numbers of each type from `first` on: two gyms may not share a number. */
async function registerRanges(gym: BrowserTestGym, first: number) {
  await gym.api.call('PUT', '/fiscal/settings', {
    country: 'DO',
    tax_id: '131246796',
    legal_name: 'Quisqueya Fitness SRL',
    environment: 'production',
    address: 'Calle El Conde 12',
  })
  for (const type of types) {
    const [from, to] = [showNumber(type, first), showNumber(type, first + 99)]
    await gym.api.call('POST', '/fiscal/ranges', { type, from, to })
  }
}

const electronicForm = (page: Page) => page.getByRole('form', { name: 'Comprobantes electrónicos (e-CF)' })

async function uploadCertificate(page: Page) {
  await electronicForm(page).getByRole('button', { name: 'Subir certificado' }).click()
  const dialog = page.getByRole('dialog', { name: 'Certificado de firma' })
  const file = { name: 'firma.p12', mimeType: 'application/x-pkcs12', buffer: certificate.content }
  await dialog.locator('input[type=file]').setInputFiles(file)
  await findField(dialog, 'Contraseña del certificado').fill('otra clave')
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(dialog.getByText('La contraseña del certificado no es correcta')).toBeVisible()
  await expect(findField(dialog, 'Contraseña del certificado')).toBeFocused()
  await expectNoAccessibilityFault(page, 'upload of a certificate with an error')
  await findField(dialog, 'Contraseña del certificado').fill(certificate.password)
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(electronicForm(page).getByText(/ALTAGRACIA PEÑA · válido hasta/)).toBeVisible()
}

/** Issues electronic receipts in production from now on. */
async function beginProduction(page: Page) {
  const form = electronicForm(page)
  await form.getByLabel('Modo').selectOption('electronic')
  await form.getByLabel('Ambiente de la DGII').selectOption('production')
  await form.getByRole('button', { name: 'Guardar' }).click()
  await page
    .getByRole('dialog', { name: 'Pasar a producción' })
    .getByRole('button', { name: 'Pasar a producción' })
    .click()
  await expect(page.getByText('Comprobantes electrónicos guardados')).toBeVisible()
}

const documents = (page: Page) => findTableRows(page, 'Comprobantes electrónicos')

for (const [width, first] of [
  [1440, 1],
  [375, 1001],
] as const)
  test(`electronic receipts: a sale prints its QR while DGII is away, and is accepted later, at ${width} px`, async ({
    page,
    product,
    gym,
    dgii,
  }) => {
    await page.setViewportSize({ width, height: 812 })
    await dgii.stop()
    await registerRanges(gym, first)
    await replacePrintByCounter(page)
    await openScreen(page, product, gym.api, '/settings?tab=gym')
    await uploadCertificate(page)
    await beginProduction(page)

    const number = showNumber('E32', first)
    const { dialog } = await beginWaterSale(page, product, gym)
    const print = () => dialog.getByRole('button', { name: 'Vender e imprimir' }).click()
    const receipt = await capturePrint(page, receiptRollPaper, print)
    for (const part of [
      'Comprobante Fiscal Electrónico Factura de Consumo Electrónica',
      `e-NCF ${number}`,
      'Calle El Conde 12',
      'Código de seguridad',
      'Fecha de firma',
      'Consulte su validez después de 24 horas',
      'Página 1 de 1',
    ])
      expect(receipt.text).toContain(part)
    expect(receipt.rightEdge).toBeLessThan(receipt.width - 5)

    await openSaleDialog(page)
    await scanCode(page, waterBarcode)
    await expect(findSaleLines(page)).toHaveCount(1)
    await page.keyboard.press('Control+Enter')
    await expect(findSaleDialog(page)).toHaveCount(0)
    await page.keyboard.press('Alt+f')
    const second = page.getByRole('dialog', { name: 'Factura de venta N.º 2' })
    // 22 mm is the least that DGII allows.
    const code = await second.getByRole('img', { name: /^Código QR/ }).boundingBox()
    expect(code?.width).toBeGreaterThan((22 / 25.4) * 96)
    await second.getByRole('button', { name: 'Anular' }).click()
    const voiding = page.getByRole('dialog', { name: /^Anular Factura/ })
    await expect(voiding).toContainText('si todavía no se envió a la DGII, se anula su número, sin nota')
    await findField(voiding, 'Motivo').fill('Se cobró dos veces')
    await voiding.getByRole('button', { name: 'Anular factura' }).click()
    await expect(page.getByText(`el ${showNumber('E32', first + 1)} se anuló antes de enviarlo`)).toBeVisible()

    await page.goto(`${product.pageAddress}/fiscal-documents`)
    await expect(documents(page)).toHaveCount(2)
    await expect(documents(page).first()).toContainText('Anulado')
    await expect(documents(page).last()).toContainText('Por enviar')
    await expectNoAccessibilityFault(page, 'list of electronic receipts')
    await dgii.start()
    await documents(page)
      .last()
      .getByRole('button', { name: `Enviar ahora ${number}` })
      .click()
    await expect(documents(page).last()).toContainText('Aceptado')
    const [taken] = dgii
      .registry('ecf')
      .listAccepted()
      .filter(({ ncf }) => ncf === number)
    expect(taken?.content.toString()).toContain('<RFCE')

    await documents(page).last().getByRole('link', { name: 'Venta N.º 1' }).click()
    const bill = page.getByRole('dialog', { name: 'Factura de venta N.º 1' })
    await expect(bill.getByRole('img', { name: /^Código QR/ })).toBeVisible()
    const again = await capturePrint(page, a4Paper, () => bill.getByRole('button', { name: 'Imprimir' }).click())
    expect(again.text).toContain(`e-NCF ${number}`)
    expect(again.text).not.toContain('Consulte su validez')
  })

test('electronic receipts: a rejected one is announced, corrected and sent again with its number', async ({
  page,
  product,
  gym,
  dgii,
}) => {
  await registerRanges(gym, 2001)
  await openScreen(page, product, gym.api, '/settings?tab=gym')
  await uploadCertificate(page)
  await beginProduction(page)
  dgii.faults.settings = { rejectFree: 1 }
  await beginWaterSale(page, product, gym)
  await page.keyboard.press('Alt+r')
  await findField(findSaleDialog(page), 'RNC o cédula').fill('101850043')
  await findField(findSaleDialog(page), 'Razón social').fill('Comercial Brújula SRL')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('button', { name: 'Ver factura' })).toBeVisible()
  const number = showNumber('E31', 2001)

  await page.goto(`${product.pageAddress}/dashboard`)
  await expect(page.getByText(/^1 comprobante por resolver/)).toBeVisible({ timeout: 30_000 })
  await expectNoAccessibilityFault(page, 'dashboard with a rejected receipt')
  await page.getByRole('link', { name: 'Ver los comprobantes' }).click()
  await findCombobox(page, 'Estado').selectOption('Rechazado')
  await expect(documents(page)).toHaveCount(1)
  await documents(page).getByRole('link', { name: number }).click()
  const details = page.getByRole('dialog', { name: `Comprobante ${number}` })
  await expect(details).toContainText('DGII 145: «El RNC emisor no está autorizado»')
  await expect(details).toContainText('sale de nuevo con el mismo número')
  await expectNoAccessibilityFault(page, 'a rejected receipt')
  dgii.faults.settings = {}
  await details.getByRole('button', { name: 'Reenviar' }).click()
  await expect(details).toContainText('Aceptado', { timeout: 30_000 })
  const download = page.waitForEvent('download')
  await details.getByRole('button', { name: 'Descargar XML' }).click()
  expect((await download).suggestedFilename()).toBe(`131246796${number}.xml`)
  await page.keyboard.press('Escape')
  await expect(page.getByText('Ningún comprobante está en ese estado.')).toBeVisible()
  await page.goto(`${product.pageAddress}/dashboard`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText(/por resolver/)).toHaveCount(0)
})

test('electronic receipts: during a contingency sales get numbers of series B @deep', async ({
  page,
  product,
  gym,
}) => {
  await registerRanges(gym, 3001)
  await gym.api.call('POST', '/fiscal/ranges', { type: 'B02', from: 'B0200003001', to: 'B0200003100' })
  await openScreen(page, product, gym.api, '/settings?tab=gym')
  await uploadCertificate(page)
  await beginProduction(page)
  await page.getByRole('switch', { name: /serie B/ }).click()
  const question = page.getByRole('dialog', { name: 'Activar la contingencia' })
  await expectNoAccessibilityFault(page, 'question before a contingency')
  await question.getByRole('button', { name: 'Activar' }).click()
  await expect(page.getByRole('switch', { name: /serie B/ })).toBeChecked()
  const { dialog, sell } = await beginWaterSale(page, product, gym)
  await expect(page.getByText(/^En contingencia desde el/)).toBeVisible()
  await expect(dialog).toContainText('En contingencia: la venta sale con un número de la serie B.')
  await sell.click()
  await page.getByRole('button', { name: 'Ver factura' }).click()
  await expect(page.getByRole('dialog', { name: 'Factura de venta N.º 1' })).toContainText('NCF B0200003001')
})
