// Short payments and refunds: at the till, on the shift's paper, in the daily report and in cash flow.
import { expect } from '@playwright/test'
import { expectNoBarrier } from './barriers.ts'
import { a4, onPaper, roll, withoutPrinter } from './printed.ts'
import { type Gym, test } from './product.ts'
import { beginSale, waterCode } from './sale-dialog.ts'
import { choice, enter, field, gymDay, makeClient, makePlan } from './scenes.ts'
import { stock } from './stock-scenes.ts'

const salesOf = (gym: Gym) => gym.api.call<{ salesInvoices: { id: number; amount_total: string }[] }>('GET', '/sales/')

test('cash: too little is rejected at its field, or becomes a debt if confirmed', {
  tag: '@deep',
}, async ({ page, product, gym, hand }) => {
  await gym.api.call('PUT', '/debts/rules', { is_on: true })
  await makeClient(gym, 'Ana Brújula')
  await stock(gym, 'Agua', 9, { code: waterCode })
  await enter(page, product, gym.api, '/billing')
  const sale = await beginSale(page)
  await hand.scan(waterCode)
  await hand.write(field(sale, 'Recibido'), '20')
  await expect(sale.getByText('Faltan')).toContainText('$ 5.00')
  await hand.press('Control+Enter')
  await expect(field(sale, 'Recibido')).toBeFocused()
  await expect(field(sale, 'Recibido')).toHaveAccessibleDescription('Faltan $ 5.00')
  await expectNoBarrier(page, 'too little cash')
  expect((await salesOf(gym)).salesInvoices).toEqual([])
  // The anonymous client cannot owe; a named client may.
  await choice(sale, 'Cliente').click()
  await hand.write(choice(sale, 'Cliente'), 'ana brúj')
  await expect(page.getByRole('option', { name: 'Ana Brújula' })).toBeVisible()
  await hand.press('Enter')
  await expect(field(sale, 'Recibido')).toHaveAccessibleDescription('Faltan $ 5.00: cóbralo, o pulsa «Deja a deber»')
  await sale.getByRole('button', { name: 'Deja a deber' }).click()
  await expect(field(sale, 'Paga ahora')).toHaveValue('20.00')
  await hand.press('Control+Enter')
  await expect(page.getByText('$ 25.00 · pagó $ 20.00 · queda a deber $ 5.00')).toBeVisible()
})

test('void: asks for the drawer of its cash, and Z report and daily report include it', {
  tag: '@deep',
}, async ({ page, product, gym, hand }) => {
  await withoutPrinter(page)
  const drawer = await gym.api.call<{ id: number }>('POST', '/cash_drawers/', { name: 'Mostrador' })
  const shift = await gym.api.call<{ id: number }>('POST', '/cash_shifts/', { id_drawer: drawer.id, amount: '100' })
  const water = await stock(gym, 'Agua', 9, { code: waterCode })
  const client = await makeClient(gym, 'Ana Brújula')
  for (const id_shift of [shift.id, undefined])
    await gym.api.call('POST', '/sales/', {
      id_client: client.id,
      items: [{ id_product: water.id, quantity: 1 }],
      id_shift,
    })
  const [, first] = (await salesOf(gym)).salesInvoices
  // This computer has no drawer of its own.
  await enter(page, product, gym.api, `/billing/bill/sale/${first?.id}`)
  const bill = page.getByRole('dialog', { name: 'Factura de venta N.º 1' })
  await bill.getByRole('button', { name: 'Anular' }).click()
  const voiding = page.getByRole('dialog', { name: 'Anular Factura de venta N.º 1' })
  await hand.write(field(voiding, 'Motivo'), 'Se equivocó')
  await hand.press('Control+Enter')
  const from = voiding.getByLabel('De qué caja sale el efectivo')
  await expect(from).toHaveAccessibleDescription('Elige de qué caja sale el dinero')
  await expectNoBarrier(page, 'a void that asks for the drawer')
  await from.selectOption('Mostrador')
  await expect(voiding.getByLabel('Los productos vuelven a la existencia')).toBeChecked()
  await hand.press('Control+Enter')
  await expect(page.getByText('Documento anulado.')).toBeVisible()
  await gym.api.call('POST', `/cash_shifts/${shift.id}/close`, { counts: [{ value: '50', pieces: 1 }] })

  await page.goto(`${product.address}/cash-shifts/${shift.id}/report`)
  const z = page.getByRole('article', { name: 'Cierre de caja N.º 1' })
  await expect(z).toContainText('Efectivo: cobrado$ 25.00Efectivo: devuelto (1)−$ 25.00')
  await expect(z).toContainText(/DevolucionesVenta N\.º\s1 · Efectivo · por .+−\$ 25\.00/)
  for (const paper of [a4, roll]) {
    const sheet = await onPaper(page, paper)
    expect(sheet.pages).toBe(1)
    expect(sheet.text).toMatch(/Devoluciones Venta N\.º\s1 · Efectivo · por .+ −\$ 25\.00/)
    expect(sheet.rightEdge).toBeLessThanOrEqual(sheet.width)
  }

  await page.goto(`${product.address}/daily-report`)
  await expect(page.getByRole('region', { name: 'Devoluciones' })).toContainText('Devuelto en Efectivo (1) −$ 25.00')
  await expect(page.getByRole('table', { name: 'Cierres de caja' })).toContainText('Faltan $ 50.00')
  await page.setViewportSize({ width: 1440, height: 1400 })
  await expectNoBarrier(page, 'the report of a day with refunds and closings')
  await page.getByRole('button', { name: 'Imprimir', exact: true }).click()
  for (const paper of [a4, roll]) {
    const sheet = await onPaper(page, paper)
    expect(sheet.text).toContain('Devuelto en Efectivo (1)')
    expect(sheet.text).toContain('Faltan $ 50.00')
    expect(sheet.rightEdge).toBeLessThanOrEqual(sheet.width)
  }
})

test('partial void: bill, list and paper show the voided lines', { tag: '@deep' }, async ({
  page,
  product,
  gym,
  hand,
}) => {
  await withoutPrinter(page)
  const water = await stock(gym, 'Agua', 9, { code: waterCode })
  const client = await makeClient(gym, 'Ana Brújula')
  const { id } = await gym.api.call<{ id: number }>('POST', '/sales/', {
    id_client: client.id,
    items: [{ id_product: water.id, quantity: 3 }],
  })
  await enter(page, product, gym.api, `/billing/bill/sale/${id}`)
  const bill = page.getByRole('dialog', { name: 'Factura de venta N.º 1' })
  await bill.getByRole('button', { name: 'Anular' }).click()
  const voiding = page.getByRole('dialog', { name: 'Anular Factura de venta N.º 1' })
  await voiding.getByLabel('Qué se anula').selectOption('Algunas líneas')
  await hand.write(field(voiding, 'Motivo'), 'Botella rota')
  await hand.press('Control+Enter')
  await expect(voiding.getByText('Escribe cuántos se anulan de cada línea.')).toBeVisible()
  await hand.write(voiding.getByLabel('Cantidad de Agua, línea 1'), '2')
  await expect(voiding.getByText('Se devuelve como se pagó: Efectivo $ 50.00.')).toBeVisible()
  await expectNoBarrier(page, 'a void of some lines')
  await hand.press('Control+Enter')
  await expect(page.getByText('Documento anulado.')).toBeVisible()
  await expect(bill.getByText('Anulado: 2 · −$ 50.00')).toBeVisible()
  await expect(bill.getByLabel('Anulado en parte')).toContainText(
    /Anulación N\.º 1 .+ Botella rota−\$ 50\.00Queda\$ 25\.00/,
  )
  await bill.getByRole('button', { name: 'Imprimir', exact: true }).click()
  for (const paper of [a4, roll]) {
    const sheet = await onPaper(page, paper)
    expect(sheet.text).toContain('Anulado: 2')
    expect(sheet.rightEdge).toBeLessThanOrEqual(sheet.width)
  }
  await page.keyboard.press('Escape')
  const sales = page.getByRole('group', { name: 'Ventas de productos' })
  await expect(sales.getByText('Anulado en parte $ 50.00')).toBeVisible()
  await expect(sales.getByText('1 venta · $ 25.00')).toBeVisible()
})

test('cash flow: each figure has its own line at 1366 px and on paper', { tag: '@deep' }, async ({
  page,
  product,
  gym,
}) => {
  await withoutPrinter(page)
  await gym.api.call('PUT', '/debts/rules', { is_on: true })
  const [, card] = await gym.api.call<{ id: number }[]>('GET', '/payment_kinds/')
  await gym.api.call('POST', '/payment_kinds/', { name: 'Transferencia del Banco Popular' })
  const [ana, plan] = [await makeClient(gym, 'Ana Brújula'), await makePlan(gym)]
  await stock(gym, 'Agua', 500, { code: waterCode })
  const sell = (more: object) =>
    gym.api.call<{ id: number }>('POST', '/membership_payments/', {
      id_membership: plan.id,
      id_client: ana.id,
      start_date: gymDay(),
      overlap: true,
      ...more,
    })
  await sell({ owed: '800' })
  const kinds = await gym.api.call<{ id: number; name: string }[]>('GET', '/payment_kinds/')
  const bank = kinds.find(({ name }) => name.startsWith('Transferencia del')) ?? { id: 0 }
  await sell({ paid: [{ id_kind: bank.id, amount: '1500' }] })
  await gym.api.call('POST', `/debts/clients/${ana.id}`, {
    amount: '600',
    paid: [{ id_kind: card?.id, amount: '600' }],
  })
  const wrong = await sell({ paid: [{ id_kind: card?.id, amount: '1000' }], owed: '500' })
  await gym.api.call('POST', `/membership_payments/${wrong.id}/void`, { reason: 'x' })
  await page.setViewportSize({ width: 1366, height: 768 })
  await enter(page, product, gym.api, '/cash-flow')
  const summary = page.getByRole('region', { name: 'Resumen' })
  await expect(summary).toContainText('Se cobró de deudas')
  // No figure's text overlaps another's.
  const overlaps = await summary.evaluate((section) => {
    const boxes = [...section.querySelectorAll('dt, dd span, dd b')]
      .filter((element) => element.childElementCount === 0)
      .map((element) => element.getBoundingClientRect())
    return boxes.flatMap((one, at) =>
      boxes
        .slice(at + 1)
        .filter(
          (other) =>
            Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
            Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1,
        ),
    ).length
  })
  expect(overlaps).toBe(0)
  await page.goto(`${product.address}/cash-flow?tab=memberships`)
  await page.getByRole('button', { name: 'Imprimir Ventas de membresías' }).click()
  const sheet = await onPaper(page, a4)
  const text = sheet.lines.join('\n')
  for (const line of [/Compras de .*\$ 17,700\.00/, /Se cobró de deudas −\$ 600\.00/, /Tarjeta \$ 600\.00/])
    expect(text).toMatch(line)
})

test('drawer: paying out more than it holds needs one confirmation', {
  tag: '@deep',
}, async ({ page, product, gym, hand }) => {
  const drawer = await gym.api.call<{ id: number }>('POST', '/cash_drawers/', { name: 'Mostrador' })
  const shift = await gym.api.call<{ id: number }>('POST', '/cash_shifts/', { id_drawer: drawer.id, amount: '0' })
  const water = await stock(gym, 'Agua', 9, { code: waterCode })
  const client = await makeClient(gym, 'Ana Brújula')
  for (let at = 0; at < 2; at += 1)
    await gym.api.call('POST', '/sales/', { id_client: client.id, items: [{ id_product: water.id, quantity: 1 }] })
  await gym.api.call('POST', `/cash_shifts/${shift.id}/moves`, { amount: '5', out: false, reason: 'Cambio' })
  const confirm = async (label: string) => {
    const question = page.getByRole('dialog', { name: 'En la caja no hay tanto' })
    await expect(question).toBeVisible()
    await question.getByRole('button', { name: label }).click()
    await expect(question).toBeHidden()
  }
  await enter(page, product, gym.api, `/cash-shifts/${shift.id}/expense`)
  const expense = page.getByRole('dialog', { name: 'Gasto' })
  await hand.write(field(expense, 'Concepto'), 'Hielo')
  await hand.write(field(expense, 'Importe'), '50')
  await expense.getByLabel('Categoría').selectOption('Otros')
  await hand.press('Control+Enter')
  await confirm('Corregir')
  await hand.write(field(expense, 'Importe'), '6')
  await hand.press('Control+Enter')
  await confirm('Registrar de todos modos')
  await expect(page.getByText('Gasto registrado.')).toBeVisible()

  await page.goto(`${product.address}/cash-shifts`)
  await page.getByRole('button', { name: 'Mostrador', exact: true }).click()
  await page.getByRole('button', { name: 'Anular Cambio' }).click()
  await page.getByRole('dialog', { name: 'Anular movimiento' }).getByRole('button', { name: 'Anular' }).click()
  await confirm('Registrar de todos modos')
  await expect(page.getByText('Movimiento anulado')).toBeVisible()

  const voiding = page.getByRole('dialog', { name: /^Anular Factura/ })
  const voidSale = async (at: number) => {
    const sale = (await salesOf(gym)).salesInvoices[at]
    await page.goto(`${product.address}/billing/bill/sale/${sale?.id}`)
    await page.getByRole('dialog', { name: 'Factura de venta' }).getByRole('button', { name: 'Anular' }).click()
    await hand.write(field(voiding, 'Motivo'), 'x')
  }
  await voidSale(0)
  await hand.press('Control+Enter')
  await confirm('Registrar de todos modos')
  await expect(page.getByText('Documento anulado.')).toBeVisible()
  await gym.api.call('POST', `/cash_shifts/${shift.id}/close`, { counts: [] })
  await voidSale(1)
  await expect(voiding).toContainText('No hay ninguna caja abierta: el dinero no sale de una caja.')
})
