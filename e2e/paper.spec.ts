// Paper as it comes out: by the browser's own command and by the buttons, on A4 and on a roll, with the longest names.
import { expect } from '@playwright/test'
import { expectNoBarrier } from './barriers.ts'
import { a4, onPaper, type Printed, printed, roll, withoutPrinter } from './printed.ts'
import { test } from './product.ts'
import { enter, gymDay, makeClient, makePlan, noteAttendance, rowsOf, sellPlan, written } from './scenes.ts'
import { makeProduct, sell, stock } from './stock-scenes.ts'

const unbroken = 'P'.repeat(50)
const foot = () => new RegExp(`Gimnasio Quisqueya · Impreso el ${written(gymDay())} \\d\\d:\\d\\d`)
/** The minute may turn between two sheets. */
const unstamped = ({ text }: Printed) => text.replace(/Impreso el \S+ \S+/g, '')

test('an open bill of thirty lines is the same by Ctrl+P as by its button, whole, its total never alone', async ({
  page,
  product,
  gym,
}) => {
  const supplier = await gym.api.call<{ id: number }>('POST', '/suppliers/', { name: 'Distribuidora Caribe' })
  const goods: { id: number }[] = []
  for (const name of [unbroken, 'Toalla', 'Agua']) goods.push(await makeProduct(gym, name, { sale_price: '35.50' }))
  const bought = goods.map(({ id }) => ({ id_product: id, quantity: 100, unit_price: '10.25' }))
  await gym.api.call('POST', '/purchase/', { id_supplier: supplier.id, items: bought })
  const items = Array.from({ length: 30 }, (_, line) => ({ id_product: goods[line % 3]?.id, quantity: line + 1 }))
  // 35.50 × (1 + … + 30)
  await gym.api.call('PUT', '/gym-show-info/', { name: true })
  const client = await makeClient(gym, 'X'.repeat(60))
  const enough = bought.map((item) => ({ ...item, quantity: 400 }))
  await gym.api.call('POST', '/purchase/', { id_supplier: supplier.id, items: enough })
  const sale = await gym.api.call<{ id: number }>('POST', '/sales/', { id_client: client.id, items })

  await withoutPrinter(page)
  await enter(page, product, gym.api, `/billing?sale=${sale.id}`)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('article')).toBeVisible()
  for (const paper of [a4, roll]) {
    const bill = await onPaper(page, paper)
    expect(bill.sheets.length).toBeGreaterThan(1)
    for (const [index, sheet] of bill.sheets.entries()) {
      expect(sheet).toMatch(foot())
      expect(sheet).toContain(`Página ${index + 1} de ${bill.sheets.length}`)
    }
    expect(bill.text.match(/Toalla/g)).toHaveLength(10)
    expect(bill.text).not.toContain('Imprimir')
    // With the total come two lines at least.
    expect(bill.sheets.at(-1)).toMatch(/Agua.*Subtotal.*\$ 16,507\.50$|Agua.*Subtotal.*\$ 16,507\.50/)
    expect(bill.rightEdge).toBeLessThan(bill.width - 5)
    const byButton = await printed(page, paper, () => dialog.getByRole('button', { name: 'Imprimir' }).click())
    expect(unstamped(byButton)).toBe(unstamped(bill))
  }
  // Afterwards the page is as before.
  await expect(page.locator('[data-paper]')).toHaveCount(0)
  await expect(page).toHaveTitle(/Facturación/)

  await page.goto(`${product.address}/inventory`)
  for (const paper of [a4, roll]) {
    const list = await printed(page, paper, () => page.getByRole('button', { name: 'Imprimir Productos' }).click())
    expect(unstamped(await printed(page, paper, () => page.keyboard.press('Control+P')))).toBe(unstamped(list))
    expect(list.text).toMatch(foot())
    expect(list.rightEdge).toBeLessThan(list.width - 5)
    expect(list.text.match(/\$ 35\.50/g)).toHaveLength(3)
  }
})

test('a list on a roll keeps days and names whole, and one day is one day', async ({ page, product, gym }) => {
  await sellPlan(gym, await makePlan(gym), await makeClient(gym, 'María de los Ángeles Encarnación'))
  await withoutPrinter(page)
  await enter(page, product, gym.api, '/billing')
  const print = () => page.getByRole('button', { name: 'Imprimir Ventas de membresías' }).click()
  const { text, rightEdge, width } = await printed(page, roll, print)
  expect(text).toContain(`${written(gymDay())} · 1 venta · $ 1,500.00`)
  for (const part of ['María de los Ángeles Encarnación', 'Primer día', written(gymDay(29)), 'Atendido por'])
    expect(text).toContain(part)
  expect(rightEdge).toBeLessThan(width - 5)
})

test('thousands of rows are printed only when they are meant', async ({ page, product, gym }) => {
  await sellPlan(gym, await makePlan(gym), await makeClient(gym, 'Ana Brújula'))
  let total = 4000
  await page.route('**/v1/membership_payments/?*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), total, pages: total / 10 } })
  })
  await withoutPrinter(page)
  await enter(page, product, gym.api, '/billing')
  const button = page.getByRole('button', { name: 'Imprimir Ventas de membresías' })
  await button.click()
  const question = page.getByRole('dialog', { name: 'Imprimir Ventas de membresías' })
  await expect(question).toContainText('Son 4,000 filas, unas 100 hojas.')
  await expectNoBarrier(page, 'many rows on paper')
  await question.getByRole('button', { name: 'Cancelar' }).click()
  await expect(button).toBeFocused()
  expect(await page.evaluate('window.prints')).toBe(0)
  total = 50_000
  await page.reload()
  await button.click()
  await expect(page.getByText('Son demasiadas filas para imprimir')).toBeVisible()
  await expect(question).toHaveCount(0)
})

test('the report of a day with something voided is the same by Ctrl+P as by its button', async ({
  page,
  product,
  gym,
}) => {
  const sale = await sell(gym, await makeClient(gym, 'Rosa Díaz'), {
    id_product: (await stock(gym, 'Agua', 6)).id,
    quantity: 1,
  })
  await gym.api.call('POST', `/sales/${sale.id}/void`, { reason: 'Cobrada dos veces' })
  await withoutPrinter(page)
  await enter(page, product, gym.api, '/daily-report')
  await expect(rowsOf(page, 'Anulaciones')).toHaveCount(1)
  const report = await printed(page, a4, () => page.getByRole('button', { name: 'Imprimir', exact: true }).click())
  for (const part of ['Ingresos: neto', 'Cobrada dos veces']) expect(report.text).toContain(part)
  await page.evaluate(`addEventListener('keydown', (event) => { window.taken = event.defaultPrevented })`)
  await page.keyboard.press('Control+P')
  // Left to the browser, which asks what is to be printed.
  expect(await page.evaluate('window.taken')).toBe(false)
  expect(unstamped(await onPaper(page, a4))).toBe(unstamped(report))
})

test('on paper numbers, days and words are whole, whatever stands beside them', async ({ page, product, gym }) => {
  const [endless, wordy] = ['A'.repeat(120), 'Yuleisy Altagracia de los Santos Rodríguez de Peña']
  const plan = await makePlan(gym, 'Plan Familiar Trimestral con Entrenador Personal')
  for (const name of [endless, wordy]) await sellPlan(gym, plan, await makeClient(gym, name))
  const water = await stock(gym, 'Agua', 60)
  for (const name of [endless, wordy]) {
    const client = await makeClient(gym, name)
    await sell(gym, client, ...Array.from({ length: 12 }, () => ({ id_product: water.id, quantity: 1 })))
    await noteAttendance(gym, client)
  }
  for (const list of ['sales', 'membership_payments'])
    await page.route(`**/v1/${list}/?*`, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: (await response.text()).replace(/"number":(\d+)/g, '"number":417$1') })
    })
  await withoutPrinter(page)
  const day = written(gymDay())
  const moment = `${day} \\d\\d:\\d\\d`
  const broken = (lines: string[]) => lines.filter((line) => /A{8}/.test(line)).length
  await enter(page, product, gym.api, '/billing')
  for (const list of ['Ventas de productos', 'Ventas de membresías']) {
    const sheet = await printed(page, a4, () => page.getByRole('button', { name: `Imprimir ${list}` }).click())
    for (const number of [4171, 4172])
      expect(sheet.lines.filter((line) => new RegExp(`^${number} ${moment} `).test(line))).toHaveLength(1)
    expect(broken(sheet.lines)).toBeLessThan(10)
    for (const word of wordy.split(' ')) expect(sheet.text).toContain(word)
    expect(sheet.rightEdge).toBeLessThan(sheet.width - 5)
  }
  const both = await onPaper(page, a4)
  for (const word of ['Familiar', 'Trimestral', 'Entrenador']) expect(both.text).toContain(word)

  for (const path of ['/attendance', '/cash-flow?tab=sales']) {
    await page.goto(product.address + path)
    await expect(page.getByText(wordy)).toBeVisible()
    const { lines } = await onPaper(page, a4)
    expect(lines.filter((line) => new RegExp(moment).test(line) && !line.includes('Impreso'))).toHaveLength(2)
    expect(lines.filter((line) => line.includes(wordy))).toHaveLength(1)
    expect(broken(lines)).toBeLessThan(4)
  }
})

test('the browser’s own print of a list that has no button: names and rows whole, nothing to press', async ({
  page,
  product,
  gym,
}) => {
  const plan = await makePlan(gym, 'Trimestral')
  const nameOf = (number: number) => `Maximiliano Bartolomé Fernández Echeverría de la Concepción ${number}`
  const numbers = Array.from({ length: 9 }, (_, index) => index + 11)
  for (const number of numbers) {
    const client = await makeClient(gym, nameOf(number), { phone_number: `80955500${number}` })
    await sellPlan(gym, plan, client)
  }
  await enter(page, product, gym.api, '/clients')
  await expect(page.getByText(nameOf(19))).toBeVisible()
  for (const paper of [a4, roll]) {
    const { sheets, text, rightEdge, width } = await onPaper(page, paper)
    for (const number of numbers)
      expect(
        sheets.filter((sheet) => sheet.includes(nameOf(number)) && sheet.includes(`80955500${number}`)),
      ).toHaveLength(1)
    for (const part of ['Contacto', 'Vencimiento']) expect(text).toContain(part)
    for (const part of ['Acciones', 'Foto', '…', 'Nuevo cliente']) expect(text).not.toContain(part)
    expect(rightEdge).toBeLessThan(width - 5)
  }
  // What lies over the list is what one reads.
  await page.getByRole('link', { name: nameOf(19), exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Ficha del cliente' }).getByText('8095550019')).toBeVisible()
  expect((await onPaper(page, a4)).text).toContain('Ficha del cliente')
})

test('the longest name of a product is whole on paper', async ({ page, product, gym }) => {
  await makeProduct(gym, 'W'.repeat(50), { unit_of_measure: 'u'.repeat(20), sale_price: '9999999.99' })
  await withoutPrinter(page)
  await enter(page, product, gym.api, '/inventory')
  for (const paper of [a4, roll]) {
    const { text } = await printed(page, paper, () => page.getByRole('button', { name: 'Imprimir Productos' }).click())
    expect(text.match(/W/g)).toHaveLength(50)
    expect(text).not.toContain('…')
  }
})

test('the browser’s own print of Facturación tells which rows stand there, and sums those', async ({
  page,
  product,
  gym,
}) => {
  const water = await stock(gym, 'Agua', 60)
  const client = await makeClient(gym, 'Maximiliano Bartolomé Fernández Echeverría de la Concepción')
  for (let sale = 0; sale < 12; sale++) await sell(gym, client, { id_product: water.id, quantity: 1 })
  await sellPlan(gym, await makePlan(gym), client)
  await enter(page, product, gym.api, '/billing')
  await expect(rowsOf(page, 'Ventas de productos')).toHaveCount(10)
  await expect(rowsOf(page, 'Ventas de membresías')).toHaveCount(1)
  const day = written(gymDay())
  for (const paper of [a4, roll]) {
    const { text } = await onPaper(page, paper)
    expect(text).toContain(`${day} · 10 ventas · $ 250.00 · Filas 1 a 10 de 12`)
    expect(text).toContain(`${day} · 1 venta · $ 1,500.00`)
    expect(text.split(client.name)).toHaveLength(12)
    expect(text.match(new RegExp(`${day} \\d\\d:\\d\\d`, 'g'))).toHaveLength(12)
  }
})

test('charts are whole on paper, each with its title and its labels', async ({ page, product, gym }) => {
  const water = await stock(gym, 'Agua', 60)
  await sell(gym, await makeClient(gym, 'Ana'), { id_product: water.id, quantity: 6 })
  await sellPlan(gym, await makePlan(gym), await makeClient(gym, 'Gema'))
  await enter(page, product, gym.api, '/cash-flow?tab=charts')
  await expect(page.getByRole('img', { name: /por trabajador/ })).toHaveCount(2)
  const { sheets } = await onPaper(page, a4)
  expect(sheets).toHaveLength(1)
  for (const part of ['Ventas de productos por trabajador (', 'Ventas de membresías por trabajador (', '$ 150.00'])
    expect(sheets[0]).toContain(part)
})

test('a card of the dashboard stands on one sheet', async ({ page, product, gym }) => {
  await sellPlan(gym, await makePlan(gym), await makeClient(gym, 'Gema'))
  for (const name of ['Ana', 'Berta', 'Carla', 'Dora', 'Elena', 'Flor'])
    await noteAttendance(gym, await makeClient(gym, name))
  await enter(page, product, gym.api, '/dashboard')
  await expect(page.getByRole('img', { name: /Asistencia Semanal/ })).toBeVisible()
  await expect(page.getByText('ha ingresado al gimnasio')).toHaveCount(6)
  for (const paper of [a4, roll]) {
    const board = (await onPaper(page, paper)).sheets
    for (const [title, last] of [
      ['Asistencia Semanal', 'Sáb'],
      ['Membresías Activas', 'Mensual'],
    ] as const)
      expect(board.filter((sheet) => sheet.includes(title) && sheet.includes(last))).toHaveLength(1)
  }
})
