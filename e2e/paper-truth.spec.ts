// Paper claims what it shows: the rows of another filter, a part of a list or a sum alone are never printed as if they were all.
import { expect, type Page } from '@playwright/test'
import { addDays } from '../contract/dates.ts'
import { makeTill, sell as sellBottles, stock as stockBottles, tab, voidSale } from './cash-flow-scenes.ts'
import { holdBack } from './hold-back.ts'
import { a4, onPaper, printed, roll, withoutPrinter } from './printed.ts'
import { masterPassword, test } from './product.ts'
import { enter, field, gymDay, makeClient, makePlan, rowsOf, sellPlan, written } from './scenes.ts'
import { makeProduct, press, sell, stock } from './stock-scenes.ts'

const waitsFor = 'Todavía se está cargando'

const printsOf = (page: Page) => page.evaluate('window.prints')

test('rows of the filter before are never printed under the name of the next', async ({ page, product, gym, hand }) => {
  const water = await stock(gym, 'Agua', 60)
  for (const name of ['Ana Brújula', 'Zoila Ceballos'])
    await sell(gym, await makeClient(gym, name), { id_product: water.id, quantity: 1 })
  await withoutPrinter(page)
  await enter(page, product, gym.api, '/clients')
  await expect(rowsOf(page, 'Clientes')).toHaveCount(2)
  const clients = await holdBack(page, /clients\/\?.*client_name=zoila/)
  await hand.write(field(page, 'Buscar cliente'), 'zoila')
  await expect(page).toHaveURL(/name=zoila/)
  await expect(page.getByRole('table', { name: 'Clientes' })).toHaveAttribute('aria-busy', 'true')
  const early = await onPaper(page, a4)
  expect(early.text).toContain(`Búsqueda: zoila · ${waitsFor}`)
  expect(early.text).not.toContain('Ana')
  clients()
  await expect(rowsOf(page, 'Clientes')).toHaveCount(1)
  expect((await onPaper(page, a4)).text).toMatch(/Búsqueda: zoila.*Zoila Ceballos/)

  // So many that they are refused; those of the next filter are few.
  await page.route(/sales\/\?(?!.*client_name)/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), total: 50_000, pages: 5000 } })
  })
  const panel = page.getByRole('group', { name: 'Ventas de productos' })
  for (const ask of [
    () => panel.getByRole('button', { name: 'Imprimir Ventas de productos' }).click(),
    () => page.keyboard.press('Control+P'),
  ]) {
    await page.goto(`${product.address}/billing`)
    await expect(rowsOf(page, 'Ventas de productos')).toHaveCount(2)
    const answer = await holdBack(page, /sales\/\?.*client_name=zoila/)
    await hand.write(field(panel, 'Nombre del cliente'), 'zoila')
    await press(panel, 'Buscar')
    await expect(page).toHaveURL(/sales_name=zoila/)
    await expect(page.getByRole('table', { name: 'Ventas de productos' })).toHaveAttribute('aria-busy', 'true')
    expect((await onPaper(page, a4)).text).toContain(`${written(gymDay())} · Cliente: zoila · ${waitsFor}`)
    const { text } = await printed(page, a4, async () => {
      await ask()
      await expect(panel.getByText('Esperando la lista…')).toBeVisible()
      expect(await page.getByText('Son demasiadas filas').count()).toBe(0)
      answer()
    })
    expect(text).toContain('Cliente: zoila · 1 venta · $ 25.00')
    expect(text).toContain('Zoila Ceballos')
    expect(text).not.toContain('Ana')
  }
})

test('the report of a day waits for the voids of that day', async ({ page, product, gym }) => {
  const sale = await sell(gym, await makeClient(gym, 'Rosa Díaz'), {
    id_product: (await stock(gym, 'Agua', 6)).id,
    quantity: 1,
  })
  await gym.api.call('POST', `/sales/${sale.id}/void`, { reason: 'Cobrada dos veces' })
  await enter(page, product, gym.api, '/daily-report')
  const print = page.getByRole('button', { name: 'Imprimir', exact: true })
  await expect(rowsOf(page, 'Anulaciones')).toHaveCount(1)
  await expect(print).toBeEnabled()
  const day = addDays(gymDay(), -1)
  const voids = await holdBack(page, new RegExp(`voids/\\?.*start_date=${day}`))
  await page.getByRole('button', { name: 'Día anterior' }).click()
  await expect(page.getByText('No hubo movimientos este día.')).toBeVisible()
  await expect(print).toBeDisabled()
  const early = await onPaper(page, a4)
  expect(early.text).toContain(waitsFor)
  expect(early.text).not.toContain('Cobrada dos veces')
  voids()
  await expect(print).toBeEnabled()
  expect((await onPaper(page, a4)).text).not.toContain('Cobrada dos veces')
})

test('voids say on paper their days, their sum, and where they are not all', async ({ page, product, gym }) => {
  const made = await makeTill(product, gym)
  for (const quantity of [1, 2]) await voidSale(gym, await sellBottles(gym.api, made.product, made.client, quantity))
  const { purchase } = await stockBottles(gym, 10)
  await gym.api.call('POST', `/purchase/${purchase.id}/void`, { reason: 'Llegó roto' })
  await withoutPrinter(page)
  await enter(page, product, gym.api, '/cash-flow')
  await expect(rowsOf(page, 'Anulaciones')).toHaveCount(3)
  // 31.95 and 63.90; 102.50 + 18 %
  const told = `${written(gymDay())} · 3 anulaciones · de ventas $ 95.85 · de egresos $ 120.95`
  const print = () => page.getByRole('button', { name: 'Imprimir Anulaciones' }).click()
  for (const paper of [a4, roll]) {
    const { text } = await printed(page, paper, print)
    expect(text).toContain(`Anulaciones ${told}`)
    expect(text).not.toContain('Filas')
    expect(text).not.toContain('Balance')
  }
  await page.route('**/v1/voids/?*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), total: 1234, pages: 2 } })
  })
  for (const path of ['/cash-flow', '/daily-report']) {
    await page.goto(product.address + path)
    await expect(page.getByText('Se muestran las 3 más recientes de 1,234.')).toBeVisible()
    await expect(rowsOf(page, 'Anulaciones')).toHaveCount(3)
    expect((await onPaper(page, a4)).text).toContain(`${told} · Filas 1 a 3 de 1,234`)
  }
})

test('the summary of the cash flow stands above the rows of its list, on the same sheet', async ({
  page,
  product,
  gym,
}) => {
  const made = await makeTill(product, gym)
  for (let sold = 0; sold < 45; sold++) await sellBottles(gym.api, made.product, made.client, 1)
  await sellPlan(gym, await makePlan(gym), made.client)
  await voidSale(gym, await sellBottles(gym.api, made.product, made.client, 1))
  await withoutPrinter(page)
  await enter(page, product, gym.api, '/cash-flow')
  // 46 × 31.95 and 1,500.00; 1,025.00 + 18 %
  const figures =
    /Ingresos \$ 2,969\.70 Productos \$ 1,469\.70 Membresías \$ 1,500\.00 Egresos \$ 1,209\.50 .*de ventas −\$ 31\.95 .*Balance \$ 1,728\.25 A favor/
  for (const list of ['Ventas de productos', 'Compras de productos', 'Ventas de membresías']) {
    await tab(page, list).click()
    await expect(rowsOf(page, list).filter({ hasText: '$' }).first()).toBeVisible()
    await expect(page.getByRole('region', { name: 'Resumen' })).toContainText('A favor')
    const byButton = await printed(page, a4, () => page.getByRole('button', { name: `Imprimir ${list}` }).click())
    for (const { sheets, text } of [byButton, await onPaper(page, a4), await onPaper(page, roll)]) {
      const own = sheets.filter((sheet) => sheet.includes('Balance'))
      expect(own).toHaveLength(1)
      expect(own[0]).toMatch(figures)
      expect(own[0]).toMatch(/Altagracia Peña.*\$/)
      expect(text.match(/Egresos/g)).toHaveLength(1)
    }
  }
  // Figures that are still to come are waited for, and what the browser prints meanwhile says so.
  const answer = await holdBack(page, '**/v1/statistics/cash_flow?*')
  await page.reload()
  await expect(rowsOf(page, 'Ventas de membresías').filter({ hasText: '$' })).toHaveCount(1)
  expect((await onPaper(page, a4)).text).toContain(`Resumen: ${waitsFor.toLowerCase()}`)
  const late = await printed(page, a4, async () => {
    await page.getByRole('button', { name: 'Imprimir Ventas de membresías' }).click()
    await expect(page.getByText('Esperando la lista…')).toBeVisible()
    expect(await printsOf(page)).toBe(0)
    answer()
  })
  expect(late.text).toMatch(figures)
})

test('a paper that cannot be drawn takes neither the page nor what is written there', async ({
  page,
  product,
  gym,
  hand,
}) => {
  const client = await makeClient(gym, 'Ana Brújula')
  await sell(gym, client, { id_product: (await stock(gym, 'Agua', 6)).id, quantity: 1 })
  await sellPlan(gym, await makePlan(gym), client)
  // Only paper shows who sold.
  await page.route('**/v1/sales/?*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replace(/"user":\{[^}]*\}/g, '"user":null') })
  })
  await withoutPrinter(page)
  await enter(page, product, gym.api, '/billing')
  await expect(rowsOf(page, 'Ventas de productos')).toHaveCount(1)
  const panel = page.getByRole('group', { name: 'Ventas de productos' })
  await hand.write(field(panel, 'Nombre del cliente'), 'a medio escribir')
  await panel.getByRole('button', { name: 'Imprimir Ventas de productos' }).click()
  await expect(page.getByText('No se pudo preparar la impresión')).toBeVisible()
  expect(await printsOf(page)).toBe(0)
  await expect(field(panel, 'Nombre del cliente')).toHaveValue('a medio escribir')
  const { text } = await onPaper(page, a4)
  expect(text).toContain('«Ventas de productos» no se pudo preparar para imprimir.')
  expect(text).toMatch(/Ventas de membresías.*Ana Brújula/)
  await expect(field(panel, 'Nombre del cliente')).toHaveValue('a medio escribir')
  const other = await printed(page, a4, () =>
    page.getByRole('button', { name: 'Imprimir Ventas de membresías' }).click(),
  )
  expect(other.text).toContain('Ana Brújula')
})

test('one row is one row, a contact is the phone and the mail, and every sheet has its moment', async ({
  page,
  product,
  gym,
}) => {
  for (let number = 10; number < 21; number++)
    await makeClient(gym, `Cliente ${number}`, {
      phone_number: `809 555 00${number}`,
      email: `cliente${number}@correo-de-la-gente.example.com`,
    })
  await makeProduct(gym, 'Agua')
  await enter(page, product, gym.api, '/clients?page=1')
  await expect(rowsOf(page, 'Clientes')).toHaveCount(1)
  const one = await onPaper(page, a4)
  expect(one.text).toContain('Fila 11 de 11')
  await page.goto(`${product.address}/clients`)
  await expect(rowsOf(page, 'Clientes')).toHaveCount(10)
  for (const paper of [a4, roll]) {
    const { text, rightEdge, width } = await onPaper(page, paper)
    expect(text).toContain('Filas 1 a 10 de 11')
    for (const part of ['809 555 0020', 'cliente20@']) expect(text).toContain(part)
    expect(text.replace(/\s/g, '')).toContain('cliente20@correo-de-la-gente.example.com')
    expect(rightEdge).toBeLessThan(width - 5)
  }
  const { token } = await product.logIn('master', masterPassword)
  await page.evaluate(`localStorage.access_token = '${token}'`)
  await page.goto(`${product.address}/admin/gyms`)
  await expect(page.getByText('Gimnasio Quisqueya').first()).toBeVisible()
  expect((await onPaper(page, a4)).text).toMatch(/Impreso el \d\d\/\d\d\/\d{4} \d\d:\d\d/)
})
