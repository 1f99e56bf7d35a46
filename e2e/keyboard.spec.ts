// A receptionist works by keyboard only: these tests never point, click or fill.
import { expect, type Locator, type Page } from '@playwright/test'
import { test } from './browser-fixtures.ts'
import { findField, listClients, makeClient, openScreen } from './gym-steps.ts'
import { throttlePage } from './slowdown.ts'

/** Expects the focused element, or its label, to be visible with an outline, or a border if it is a field. */
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

/** Presses Tab until the target has the focus, and expects the focus to be visible at each step. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeAttached()
  for (let presses = 0; presses < 60; presses++) {
    const reached = await target.evaluateAll((found) => found.some((each) => each === each.ownerDocument.activeElement))
    if (reached) return
    await page.keyboard.press('Tab')
    await expectVisibleFocus(page)
  }
  throw new Error(`${target} is out of the keyboard's reach`)
}

test('table: arrow keys move the focus through the rows', async ({ page, product, gym }) => {
  for (const name of ['Ana Brújula', 'Zoila Ceballos']) await makeClient(gym, name)
  await openScreen(page, product, gym.api, '/clients')
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

test('dialog: opened by a hotkey, receives the next keys on a slow PC @deep', async ({ page, product, gym, hand }) => {
  const dialogs = page.waitForResponse('**/assets/dialogs-*.js')
  await openScreen(page, product, gym.api, '/clients')
  await expect(page.getByText('No hay clientes')).toBeVisible()
  // Waits until the code of the dialogs is loaded, as it is a moment after a person sees the page.
  await page.evaluate((url) => import(url), (await dialogs).url())
  await throttlePage(page, 4)
  await hand.press('Alt+n')
  await hand.type('Ana Britp')
  await hand.press('Backspace')
  await hand.type('o Sosa')
  const dialog = page.getByRole('dialog', { name: 'Agregar Cliente' })
  await expect(findField(dialog, 'Nombre')).toHaveValue('Ana Brito Sosa')
  await hand.press('Control+Enter')
  await expect(page.getByText('Cliente agregado con éxito')).toBeVisible()
  expect((await listClients(gym)).items.map(({ name }) => name)).toEqual(['Ana Brito Sosa'])
})
