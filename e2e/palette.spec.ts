// The command palette and the list of hotkeys, by keyboard only.
import { expect, type Page } from '@playwright/test'
import { expectNoAccessibilityFault } from './accessibility-checks.ts'
import { makeRegisteredTerminal, test } from './browser-fixtures.ts'
import { collectPageErrors, findCombobox, makeClient, openScreen } from './gym-steps.ts'
import { throttlePage } from './slowdown.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const searchLabel = 'Buscar clientes, pantallas y acciones'
const options = (page: Page) => page.getByRole('dialog').getByRole('option')
const option = (page: Page, name: string | RegExp) => page.getByRole('dialog').getByRole('option', { name })

test('palette: finds a client from any page and starts an action @deep', async ({ page, product, gym }) => {
  await makeClient(gym, 'Yésica Marte')
  await makeClient(gym, 'Wilkin Peralta')
  const complaints = collectPageErrors(page)
  await openScreen(page, product, gym.api, '/attendance')
  await expect(page.getByRole('heading', { level: 1, name: 'Control de Asistencias' })).toBeVisible()
  await page.keyboard.press('Control+k')
  const field = findCombobox(page, searchLabel)
  await expect(field).toBeFocused()
  await expect(option(page, 'Vender producto')).toHaveAttribute('aria-selected', 'true')
  await expectNoAccessibilityFault(page, 'palette with actions')

  // Enter right after typing waits for the search's answer.
  await page.keyboard.type('marte yesica')
  await page.keyboard.press('Enter')
  const card = page.getByRole('dialog', { name: 'Ficha del cliente' })
  await expect(card.getByRole('heading', { name: 'Yésica Marte' })).toBeVisible()
  await expect(page).toHaveURL(/\/clients\/\d+\/card$/)

  // Over a client card, Escape closes the palette first and the card only when pressed again.
  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()
  await expect(card).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await page.keyboard.type('nuevo usu')
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: 'Agregar Cliente' })
  await expect(form.getByRole('textbox', { name: 'Nombre', exact: true })).toBeFocused()
  await expect(page).toHaveURL(/\/settings\/users\/new$/)
  // Opening the palette does not end the editing of a field: closing returns the focus to it.
  await page.keyboard.press('Control+k')
  await expect(field).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Nuevo usuario' })).toBeVisible()
  await expect(form).toBeHidden()
  expect(complaints).toEqual([])
})

const openDoor = '/v1/zkteco/open-door'

/** Collects requests to open the door. */
function knocks(page: Page): string[] {
  const sent: string[] = []
  page.on('request', (request) => request.url().endsWith(openDoor) && sent.push(request.url()))
  return sent
}

test('palette: a name and Enter opens the client, never the door @deep', async ({ page, product, gym, hand }) => {
  for (const name of ['Kelvin Torres', 'Salvador Brito', 'Alicia Mota', 'Radhamés Peña']) await makeClient(gym, name)
  const terminal = await makeRegisteredTerminal(product, gym)
  const sent = knocks(page)
  await openScreen(page, product, gym.api, '/attendance')
  await expect(page.getByRole('button', { name: 'Abrir puerta' })).toBeVisible()
  await throttlePage(page, 6)
  const card = page.getByRole('dialog', { name: 'Ficha del cliente' })
  const open = {
    torres: 'Kelvin Torres',
    tor: 'Kelvin Torres',
    sal: 'Salvador Brito',
    ali: 'Alicia Mota',
    rad: 'Radhamés Peña',
  }
  for (const [text, name] of Object.entries(open)) {
    await hand.press('Control+k')
    await expect(findCombobox(page, searchLabel)).toBeFocused()
    await hand.type(text)
    await hand.press('Enter')
    await expect(card.getByRole('heading', { name }), text).toBeVisible()
    await hand.press('Escape')
    await expect(card).toHaveCount(0)
  }
  // If only the door or logout matches, the entry is shown, but Enter needs an arrow key first.
  for (const [text, left] of Object.entries({ puerta: 'Abrir puerta', cerr: 'Cerrar sesión' })) {
    await hand.press('Control+k')
    await expect(findCombobox(page, searchLabel)).toBeFocused()
    await hand.type(text)
    await hand.enterTwice()
    await expect(page.getByText('Elige con ↓ y pulsa Enter')).toBeVisible()
    await hand.press('Enter')
    await expect(options(page).first()).toHaveText(new RegExp(`^${left}`))
    await expect(page.getByRole('option', { selected: true })).toHaveCount(0)
    await hand.press('Escape')
    await expect(findCombobox(page, searchLabel)).toHaveCount(0)
  }
  expect(sent).toEqual([])
  expect(terminal.doorOpenings).toEqual([])
})

test('palette: arrow keys select the door, the theme and the hotkey list @deep', async ({ page, product, gym }) => {
  await openScreen(page, product, gym.api, '/billing')
  const opener = page.getByRole('button', { name: 'Ir a…' }).first()
  await opener.focus()
  const field = findCombobox(page, searchLabel)
  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await page.keyboard.type('puerta')
  await expect(page.getByText('Elige con ↓ y pulsa Enter')).toBeVisible()
  const opened = page.waitForRequest((request) => request.url().endsWith(openDoor))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await opened
  await page.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await page.keyboard.type('tema')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light')

  await opener.focus()
  await page.keyboard.press('Shift+?')
  const list = page.getByRole('dialog', { name: 'Atajos de teclado' })
  await expect(list.getByText('Registrar proveedor')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await expect(opener).toBeFocused()
  await page.keyboard.press('Shift+?')
  await expectNoAccessibilityFault(page, 'keys')
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await page.getByRole('textbox', { name: 'Nombre del cliente' }).first().focus()
  await page.keyboard.press('Shift+?')
  await expect(list).toBeHidden()
})
