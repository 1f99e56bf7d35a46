// A receptionist's work without a mouse: nothing here points, clicks or fills.
import { expect, type Locator, type Page } from '@playwright/test'
import { holdBack } from './hold-back.ts'
import { password, test } from './product.ts'
import {
  choice,
  enter,
  field,
  gymDay,
  listClients,
  makeClient,
  makePlan,
  noteAttendance,
  readClient,
  written,
} from './scenes.ts'
import { slowDown } from './slow-processor.ts'
import { stock } from './stock-scenes.ts'

/** The focused element, or the label that stands for it, is seen and marked by an outline; fields have their border. */
async function expectVisibleFocus(page: Page): Promise<void> {
  const focused = page.locator(':focus')
  await expect(focused).toHaveCount(1)
  const { marked, html } = await focused.evaluate((element) => {
    const shown = element.matches('[type=radio]') ? element.nextElementSibling : element
    const { outlineStyle, outlineWidth } = element.ownerDocument.defaultView.getComputedStyle(shown)
    const { width, height } = shown.getBoundingClientRect()
    const outlined = outlineStyle !== 'none' && outlineWidth !== '0px'
    const bordered = element.matches('textarea, select, input:not([type=radio],[type=checkbox])')
    return { marked: width > 0 && height > 0 && (outlined || bordered), html: element.outerHTML.slice(0, 200) }
  })
  expect(marked, `no visible focus on ${html}`).toBe(true)
}

/** Presses Tab until the target has the focus, which must be visible all the way. */
async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await expect(target).toBeAttached()
  for (let presses = 0; presses < 60; presses++) {
    const reached = await target.evaluateAll((found) => found.some((each) => each === each.ownerDocument.activeElement))
    if (reached) return
    await page.keyboard.press(key)
    await expectVisibleFocus(page)
  }
  throw new Error(`${target} is out of the keyboard's reach`)
}

test('logging in, and around the shell', async ({ page, product, gym }) => {
  await page.goto(product.address)
  await expect(page.getByLabel('Usuario')).toBeFocused()
  await page.keyboard.type(gym.username)
  await page.keyboard.press('Tab')
  await page.keyboard.type('equivocada')
  await tabTo(page, page.getByRole('button', { name: 'Mostrar u ocultar lo escrito' }))
  await page.keyboard.press('Enter')
  await expect(field(page, 'Contraseña')).toHaveAttribute('type', 'text')
  await tabTo(page, field(page, 'Contraseña'), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Error de autenticación')).toBeVisible()
  await expect(field(page, 'Contraseña')).toBeFocused()
  // The refused one is selected: it is simply typed again.
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Saltar al contenido' })).toBeFocused()
  await expectVisibleFocus(page)
  await tabTo(page, page.getByRole('link', { name: 'Clientes' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/clients$/)
  await tabTo(page, page.getByRole('radio', { name: 'Oscuro' }))
  await tabTo(page, page.getByRole('button', { name: 'Cerrar sesión' }))
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Usuario')).toBeFocused()
})

test('registering a client and selling to it', async ({ page, product, gym }) => {
  await makePlan(gym)
  await enter(page, product, gym.api, '/clients')
  await expect(page.getByText('No hay clientes')).toBeVisible()
  const opener = page.getByRole('button', { name: 'Nuevo cliente' })
  await tabTo(page, opener)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Agregar Cliente' })
  await expect(field(dialog, 'Nombre')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(opener).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(field(dialog, 'Nombre')).toBeFocused()
  await page.keyboard.type('Yésica Núñez')
  // What was typed is not lost to one Escape.
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Hay cambios sin guardar' })
  await expect(question.getByRole('button', { name: 'Seguir editando' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question).toHaveCount(0)
  await expect(field(dialog, 'Nombre')).toBeFocused()
  await tabTo(page, field(dialog, 'Fecha de nacimiento'))
  await page.keyboard.type('24/07/1990')
  await tabTo(page, dialog.getByRole('checkbox', { name: 'Activo' }))
  await tabTo(page, dialog.getByRole('button', { name: 'Agregar' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Cliente agregado con éxito')).toBeVisible()
  await expect(opener).toBeFocused()
  const [client] = (await listClients(gym)).items
  expect(client).toMatchObject({ name: 'Yésica Núñez', birth_date: '1990-07-24', is_active: true })

  const seller = page.getByRole('button', { name: 'Vender membresía' })
  await tabTo(page, seller)
  await page.keyboard.press('Enter')
  const sale = page.getByRole('dialog', { name: 'Vender membresía' })
  await expect(choice(sale, 'Cliente')).toBeFocused()
  await page.keyboard.type('nunez')
  await expect(page.getByRole('option', { name: /Yésica Núñez/ })).toBeVisible()
  await expect(page.getByRole('option', { selected: true })).toContainText('Yésica Núñez')
  await page.keyboard.press('Enter')
  await tabTo(page, choice(sale, 'Plan'))
  await page.keyboard.type('mens')
  await page.keyboard.press('Enter')
  await expect(sale.getByText(written(gymDay(29)))).toBeVisible()
  await tabTo(page, sale.getByRole('button', { name: 'Vender membresía' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Membresía vendida.')).toBeVisible()
  await expect(seller).toBeFocused()
  expect((await readClient(gym, client?.id ?? 0)).membership).toMatchObject({ expire_membership: gymDay(30) })
})

test('finding a client, reading the card, editing from it and closing', async ({ page, product, gym }) => {
  for (const name of ['Ana Brújula', 'Yésica Núñez', 'Zoila Ceballos']) await makeClient(gym, name)
  await enter(page, product, gym.api, '/clients')
  await tabTo(page, page.getByRole('textbox', { name: 'Buscar cliente' }))
  await page.keyboard.type('yesica')
  const row = page.getByRole('link', { name: 'Yésica Núñez', exact: true })
  await expect(page.getByRole('row', { name: /Ana Brújula/ })).toHaveCount(0)
  await tabTo(page, row)
  await page.keyboard.press('Enter')
  const card = page.getByRole('dialog', { name: 'Ficha del cliente' })
  await expect(card.getByRole('button', { name: 'Vender membresía' })).toBeFocused()
  await expectVisibleFocus(page)
  const edit = card.getByRole('button', { name: 'Editar' })
  await tabTo(page, edit, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Editar Cliente' })).toBeVisible()
  await expect(field(page, 'Nombre')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Editar Cliente' })).toHaveCount(0)
  await expect(edit).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(card).toHaveCount(0)
  await expect(row).toBeFocused()
  const remove = page.getByRole('button', { name: 'Eliminar Yésica Núñez' })
  await tabTo(page, remove)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancelar' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(remove).toBeFocused()
  expect((await listClients(gym)).total).toBe(3)
})

test('arrows go through the rows', async ({ page, product, gym }) => {
  for (const name of ['Ana Brújula', 'Zoila Ceballos']) await makeClient(gym, name)
  await enter(page, product, gym.api, '/clients')
  const first = page.getByRole('link', { name: 'Zoila Ceballos', exact: true })
  await tabTo(page, first)
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('link', { name: 'Ana Brújula', exact: true })).toBeFocused()
  await expectVisibleFocus(page)
  await page.keyboard.press('ArrowUp')
  await expect(first).toBeFocused()
  await page.keyboard.press(' ')
  await expect(page.getByRole('dialog', { name: 'Ficha del cliente' })).toContainText('Zoila Ceballos')
})

test('filtering attendance', async ({ page, product, gym }) => {
  for (const name of ['Ana Brújula', 'Zoila Ceballos']) await noteAttendance(gym, await makeClient(gym, name))
  await enter(page, product, gym.api, '/attendance')
  await tabTo(page, field(page, 'Nombre del cliente'))
  await page.keyboard.type('brujula')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Zoila Ceballos' })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Ana Brújula' })).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Restablecer' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Zoila Ceballos' })).toBeVisible()
  await expect(field(page, 'Nombre del cliente')).toBeFocused()
  // One row is in the round of the Tab key, the others by the arrows.
  await tabTo(page, page.getByRole('link', { name: 'Zoila Ceballos' }))
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('link', { name: 'Ana Brújula' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Ficha del cliente' })).toBeVisible()
})

test('what is typed while a dialog is still coming stands in its first field', async ({ page, product, gym, hand }) => {
  await slowDown(page, 4)
  // Longer than the name takes; what is fetched in idle time would be there already.
  await page.route('**/assets/form-dialogs-*.js', async (route) => {
    await page.waitForTimeout(1500)
    await route.continue()
  })
  await enter(page, product, gym.api, '/clients')
  await expect(page.getByText('No hay clientes')).toBeVisible()
  await hand.press('Alt+n')
  await hand.type('Ana Britp')
  await hand.press('Backspace')
  await hand.type('o Sosa')
  const dialog = page.getByRole('dialog', { name: 'Agregar Cliente' })
  await expect(field(dialog, 'Nombre')).toHaveValue('Ana Brito Sosa')
  await hand.press('Control+Enter')
  await expect(page.getByText('Cliente agregado con éxito')).toBeVisible()
  expect((await listClients(gym)).items.map(({ name }) => name)).toEqual(['Ana Brito Sosa'])
})

test('Tab goes through the lines of a bill as the eye does, on a phone too', async ({ page, product, gym, hand }) => {
  await stock(gym, 'Agua', 9)
  await page.setViewportSize({ width: 1440, height: 800 })
  await enter(page, product, gym.api, '/inventory/purchases/new')
  await hand.write(choice(page, 'Producto'), 'agua')
  await expect(page.getByRole('option', { name: /Agua/ })).toBeVisible()
  await page.keyboard.press('Enter')
  const line = page.getByRole('list', { name: 'Líneas de la factura' }).getByRole('listitem')
  await line.getByRole('button', { name: /Descuento e impuesto/ }).press('Enter')
  for (const width of [1440, 768, 767, 375]) {
    await page.setViewportSize({ width, height: 800 })
    // What stands first in the document moves with the width.
    await expect(line.locator('input, button').first()).toHaveAccessibleName(
      width < 768 ? 'Quitar Agua' : 'Cantidad de Agua',
    )
    const boxes: { name: string | null; x: number; y: number; height: number }[] = await line
      .locator('input, button')
      .evaluateAll((stops) =>
        stops.map((stop) => {
          const { x, y, height } = stop.getBoundingClientRect()
          return { name: stop.getAttribute('aria-label') ?? stop.id, x, y, height }
        }),
      )
    expect(boxes).toHaveLength(6)
    // On one line where their middles are.
    const isBelow = (one: (typeof boxes)[number], other: (typeof boxes)[number]) =>
      one.y + one.height / 2 > other.y + other.height
    const seen = boxes.toSorted((one, other) => (isBelow(one, other) ? 1 : isBelow(other, one) ? -1 : one.x - other.x))
    expect(
      boxes.map(({ name }) => name),
      `${width} px`,
    ).toEqual(seen.map(({ name }) => name))
  }
})

test('a key that comes as soon as a dialog does moves the focus, and it stays there', async ({
  page,
  product,
  gym,
}) => {
  await stock(gym, 'Agua', 9)
  await enter(page, product, gym.api, '/billing')
  await expect(page.getByRole('button', { name: 'Vender producto' })).toBeVisible()
  // As Shift + Tab does that comes before anything else happens on a busy computer.
  await page.evaluate(`document.addEventListener('focusin', function goBack({ target }) {
    const fields = [...document.querySelectorAll('[role=dialog] [role=combobox]')]
    const place = fields.indexOf(target)
    if (place < 1) return
    document.removeEventListener('focusin', goBack)
    queueMicrotask(() => fields[place - 1].focus())
  })`)
  await page.keyboard.press('Alt+KeyP')
  const dialog = page.getByRole('dialog', { name: 'Vender producto' })
  await expect(choice(dialog, 'Cliente')).toBeFocused()
  await page.waitForTimeout(1000)
  await expect(choice(dialog, 'Cliente')).toBeFocused()
})

test('whom one found stays in sight while the next are looked for, and Enter waits for these', async ({
  page,
  product,
  gym,
}) => {
  await makeClient(gym, 'Ana Brújula')
  await makeClient(gym, 'Luis Terrero')
  await enter(page, product, gym.api, '/billing/sales/new')
  const client = choice(page, 'Cliente')
  await client.click()
  await client.pressSequentially('Brú')
  const ana = page.getByRole('option', { name: 'Ana Brújula' })
  await expect(ana).toBeVisible()
  await expect(page.getByRole('option')).toHaveCount(1)
  const letGo = await holdBack(page, '**/v1/clients/name/Terrero')
  await client.selectText()
  const asked = page.waitForRequest('**/v1/clients/name/Terrero')
  // At once: what a pause between its letters would ask for is not held.
  await client.fill('Terrero')
  await asked
  await expect(ana).toBeVisible()
  await expect(ana).toHaveAttribute('aria-selected', 'false')
  await page.keyboard.press('Enter')
  letGo()
  await expect(client).toHaveValue('Luis Terrero')
})

test('a key of a page that is pressed while the page is coming does there what it does', async ({
  page,
  product,
  gym,
  hand,
}) => {
  const letGo = await holdBack(page, '**/assets/BillingPage-*.js')
  await enter(page, product, gym.api, '/support')
  await expect(page.getByRole('heading', { level: 1, name: 'Soporte' })).toBeVisible()
  const asked = page.waitForRequest('**/assets/BillingPage-*.js')
  await page.getByRole('link', { name: 'Facturación' }).press('Enter')
  await asked
  await hand.press('Alt+p')
  letGo()
  await expect(choice(page.getByRole('dialog', { name: 'Vender producto' }), 'Producto')).toBeFocused()
  await expect(page).toHaveURL(/\/billing\/sales\/new$/)
})

test('another key with Alt that is pressed while a page is coming stays the browser’s', async ({
  page,
  product,
  gym,
  hand,
}) => {
  const letGo = await holdBack(page, '**/assets/BillingPage-*.js')
  // Not by the browser itself: some have a key that goes back, others none.
  await page.addInitScript(`addEventListener('keydown', (event) => {
    if (!event.altKey) return
    window.isLeft = !event.defaultPrevented
    event.preventDefault()
  })`)
  await enter(page, product, gym.api, '/support')
  await expect(page.getByRole('heading', { level: 1, name: 'Soporte' })).toBeVisible()
  const asked = page.waitForRequest('**/assets/BillingPage-*.js')
  await page.getByRole('link', { name: 'Facturación' }).press('Enter')
  await asked
  await hand.press('Alt+ArrowLeft')
  expect(await page.evaluate('window.isLeft')).toBe(true)
  letGo()
  await expect(page.getByRole('button', { name: 'Vender producto' })).toBeVisible()
})
