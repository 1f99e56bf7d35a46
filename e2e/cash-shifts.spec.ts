// Cash drawer: hidden if the gym has none; otherwise opened, used and closed blind by keyboard.
import { expect } from '@playwright/test'
import { expectNoBarrier } from './barriers.ts'
import { countingKeys } from './paces.ts'
import { a4, onPaper, printed, roll, withoutPrinter } from './printed.ts'
import { makeUser, test } from './product.ts'
import { beginSale, linesOf, waterCode } from './sale-dialog.ts'
import { enter, field, session } from './scenes.ts'
import { stock } from './stock-scenes.ts'

test('shift: opened, used and closed blind with at most twelve keys, then its Z is printed', {
  tag: '@deep',
}, async ({ page, product, gym, hand }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (/cash_(?!drawers\/$)/.test(request.url())) asked.push(request.url())
  })
  await withoutPrinter(page)
  await stock(gym, 'Agua', 9, { code: waterCode })
  await enter(page, product, gym.api, '/billing')
  const menu = page.getByRole('navigation', { name: 'Menú principal' })
  await beginSale(page)
  await hand.press('Escape')
  await expect(menu.getByRole('link', { name: 'Caja', exact: true })).toHaveCount(0)
  expect(asked).toEqual([])

  await page.goto(`${product.address}/payment-kinds`)
  await page.getByRole('link', { name: 'Caja', exact: true }).click()
  await expect(page.getByText('Este gimnasio no lleva turnos de caja.')).toBeVisible()
  await page.getByRole('button', { name: 'Nueva caja' }).click()
  await hand.write(field(page.getByRole('dialog'), 'Nombre'), 'Mostrador')
  await hand.press('Enter')
  await expect(menu.getByRole('link', { name: 'Caja', exact: true })).toBeVisible()
  await expect(page.getByText('Está cerrada.')).toBeVisible()
  await hand.press('?')
  await expect(page.getByRole('dialog').getByRole('region', { name: 'Caja' })).toContainText('Cerrar la caja')
  await hand.press('Escape')
  await hand.press('Alt+o')
  const dialog = page.getByRole('dialog')
  await expect(field(dialog, 'Dinero que hay en la caja')).toBeFocused()
  await hand.type('500')
  await hand.press('Enter')
  await expect(page.getByText(/Abierta desde .* por/).first()).toBeVisible()
  await expect(dialog).toHaveCount(0)

  await page.goto(`${product.address}/billing`)
  await beginSale(page)
  await hand.scan(waterCode)
  await expect(linesOf(page)).toHaveCount(1)
  await hand.press('Control+Enter')
  await expect(page.getByText('Venta realizada con éxito')).toBeVisible()

  await menu.getByRole('link', { name: 'Caja', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Entrada o salida' })).toBeVisible()
  await hand.press('Alt+e')
  await expect(field(dialog, 'Importe')).toBeFocused()
  await hand.type('100')
  await hand.write(field(dialog, 'Motivo'), 'Al banco')
  await hand.press('Enter')
  await expect(dialog).toHaveCount(0)
  const receipt = await printed(page, roll, () =>
    page.getByRole('button', { name: 'Imprimir recibo', exact: true }).click(),
  )
  expect(receipt.pages).toBe(1)
  expect(receipt.text).toMatch(/Salida de caja.*Mostrador.*Al banco.*\$ 100.00.*Firma de quien lo recibe/)
  expect(receipt.rightEdge).toBeLessThanOrEqual(receipt.width)
  await hand.press('Alt+x')
  const x = page.getByRole('article', { name: 'Corte X de Mostrador' })
  await expect(x).toContainText('Esperado$ 425.00')
  await expect(x).toContainText('Salida: Al banco−$ 100.00')
  await hand.press('Escape')
  await expect(dialog).toHaveCount(0)

  const { press, expectAtMost } = countingKeys(hand)
  await press('Alt+c')
  await expect(field(dialog, '$ 2,000.00')).toBeFocused()
  await expect(dialog).not.toContainText('425')
  // An empty count is not zero: the close is final.
  await hand.press('Control+Enter')
  await expect(dialog).toContainText('Cuenta la caja; si está vacía, escribe 0')
  await expect(field(dialog, '$ 2,000.00')).toBeFocused()
  await press('Enter', 'Enter', 'Enter', '2', 'Control+Enter')
  const z = page.getByRole('article', { name: 'Cierre de caja N.º 1' })
  await expect(z).toContainText('Contado$ 400.00')
  await expect(z).toContainText('DiferenciaFaltan $ 25.00')
  await expect(dialog.getByRole('button', { name: 'Imprimir' })).toBeFocused()
  // The paper scrolls while its header and buttons stay.
  await page.setViewportSize({ width: 1280, height: 500 })
  await expect(dialog.getByRole('heading', { name: 'Cierre de caja N.º 1' })).toBeInViewport({ ratio: 1 })
  await expect(dialog.getByRole('button', { name: 'Imprimir' })).toBeInViewport({ ratio: 1 })
  await press('Control+p')
  await expect.poll(() => page.evaluate('window.prints')).toBe(2)
  expectAtMost(12, 'close a shift')
  for (const paper of [a4, roll]) {
    const sheet = await onPaper(page, paper)
    expect(sheet.pages).toBe(1)
    expect(sheet.text).toContain('Faltan $ 25.00')
    expect(sheet.text).toContain('Firma de')
    expect(sheet.rightEdge).toBeLessThanOrEqual(sheet.width)
  }
  await expectNoBarrier(page, 'the Z of a shift')
  await hand.press('Escape')
  await expect(page.getByRole('table', { name: 'Cierres de caja' })).toContainText('Faltan $ 25.00')
  await expect(page.getByText('Está cerrada.')).toBeVisible()
})

test('shift: a worker closes with four denominations in at most twelve keys', async ({ page, product, gym, hand }) => {
  const drawer = await gym.api.call<{ id: number }>('POST', '/cash_drawers/', { name: 'Mostrador' })
  await enter(page, product, await session(product, await makeUser(gym, 'gym_worker')), '/cash-shifts')
  await page.getByRole('button', { name: 'Mostrador' }).click()
  await gym.api.call('POST', '/cash_shifts/', { id_drawer: drawer.id, amount: '1550.50' })
  const dialog = page.getByRole('dialog')
  await expect(page.getByRole('button', { name: 'Cerrar caja' })).toBeVisible()
  const { press, expectAtMost } = countingKeys(hand)
  await press('Alt+c')
  await expect(field(dialog, '$ 2,000.00')).toBeFocused()
  await press('ArrowRight', '1', 'ArrowRight', '1', 'ArrowDown', '1', 'End', '0', '.', '5', 'Enter')
  const z = page.getByRole('article', { name: 'Cierre de caja N.º 1' })
  await expect(z).toContainText('DiferenciaCuadra')
  await expect(z).toContainText('Otras monedas$ 0.50')
  expectAtMost(12, 'close a shift with coins')
})

test('shift: a count typed as one line fills the fields, and a large difference is confirmed', {
  tag: '@deep',
}, async ({ page, product, gym, hand }) => {
  const drawer = await gym.api.call<{ id: number }>('POST', '/cash_drawers/', { name: 'Mostrador' })
  await gym.api.call('POST', '/cash_shifts/', { id_drawer: drawer.id, amount: '1550.50' })
  await enter(page, product, await session(product, await makeUser(gym, 'gym_worker')), '/cash-shifts')
  await page.getByRole('button', { name: 'Mostrador' }).click()
  await page.getByRole('button', { name: 'Cerrar caja' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cerrar caja' })
  await hand.write(field(dialog, 'Escribe el conteo'), '1x100')
  await hand.press('Enter')
  const question = page.getByRole('dialog', { name: '¿Seguro que contaste bien?' })
  await expect(question).toContainText('Contaste $ 100.00')
  await expectNoBarrier(page, 'a far count')
  await question.getByRole('button', { name: 'Contar de nuevo' }).click()
  await hand.write(field(dialog, 'Escribe el conteo'), '1x1000 1x500 1x50 0.50')
  await expect(field(dialog, '$ 50.00')).toHaveValue('1')
  await expect(dialog).toContainText('Contado$ 1,550.50')
  await expectNoBarrier(page, 'a count as one line')
  await hand.press('Enter')
  await expect(page.getByRole('article', { name: 'Cierre de caja N.º 1' })).toContainText('DiferenciaCuadra')
})

test('shift: a worker sees cash movements, confirms an overdraw, voids it, books an expense', {
  tag: '@deep',
}, async ({ page, product, gym, hand }) => {
  await gym.api.call('POST', '/cash_drawers/', { name: 'Mostrador' })
  await enter(page, product, await session(product, await makeUser(gym, 'gym_worker')), '/cash-shifts')
  await expect(
    page.getByRole('navigation', { name: 'Menú principal' }).getByRole('link', { name: 'Caja', exact: true }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Mostrador' }).click()
  await page.getByRole('button', { name: 'Abrir caja' }).click()
  const dialog = page.getByRole('dialog')
  await hand.write(field(dialog, 'Dinero que hay en la caja'), '1250.5')
  await hand.press('Enter')
  await expect(page.getByText('Fondo inicial: $ 1,250.50')).toBeVisible()
  await page.getByRole('button', { name: 'Entrada o salida' }).click()
  await hand.write(field(dialog, 'Importe'), '5000')
  await hand.write(field(dialog, 'Motivo'), 'Hielo')
  await hand.press('Enter')
  const question = page.getByRole('dialog', { name: 'En la caja no hay tanto' })
  await expect(question).toContainText('Revisa el importe: $ 5,000.00')
  await expect(question).not.toContainText('1,250')
  await expectNoBarrier(page, 'an overdraw of the drawer')
  await question.getByRole('button', { name: 'Registrar de todos modos' }).click()
  const moves = page.getByRole('table', { name: 'Movimientos del turno' })
  await expect(moves).toContainText('Salida: Hielo')
  await moves.getByRole('button', { name: 'Anular Hielo' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Anular movimiento' }).click()
  await expect(moves).toContainText('Anulado por')
  await page.getByRole('button', { name: 'Gasto de la caja' }).click()
  await hand.write(field(dialog, 'Concepto'), 'Botellones')
  await hand.write(field(dialog, 'Importe'), '75.5')
  await dialog.getByRole('combobox', { name: 'Categoría' }).selectOption('Otros')
  await expectNoBarrier(page, 'an expense from the drawer')
  await dialog.getByRole('button', { name: 'Registrar gasto' }).click()
  await expect(page.getByText('Gasto registrado.')).toBeVisible()
  const [{ shift }] = await gym.api.call<[{ shift: { id: number } }]>('GET', '/cash_drawers/')
  expect(await gym.api.call('GET', `/cash_shifts/${shift.id}`)).toMatchObject({ expected: '1175.00' })
})
