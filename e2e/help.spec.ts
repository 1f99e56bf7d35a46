// Help pages: found by their text, readable by every role, on a phone and printed.
import { expect, type Page } from '@playwright/test'
import { expectNoAccessibilityFault } from './accessibility-checks.ts'
import { makeUser, test } from './browser-fixtures.ts'
import { collectPageErrors, openApiSession, openScreen } from './gym-steps.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('help: a worker finds a page by its text and reads it on a phone @deep', async ({ page, product, gym }) => {
  const complaints = collectPageErrors(page)
  const worker = await openApiSession(product, await makeUser(gym, 'gym_worker'))
  await openScreen(page, product, worker, '/clients')
  await page.getByRole('button', { name: 'Ir a…' }).click()
  await page.getByRole('combobox', { name: 'Buscar clientes, pantallas y acciones' }).fill('cortafuegos')
  await page.getByRole('option', { name: 'Conectar la terminal' }).waitFor()
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Conectar la terminal')).toBeVisible()
  await expect(page).toHaveURL(/\/ayuda\?page=terminal$/)
  await expect(page.getByRole('img', { name: 'Lo que se escribe en la terminal' })).toHaveJSProperty('complete', true)
  // A screen that the role cannot open is mentioned as plain text without a link.
  await expect(page.getByRole('article')).toContainText('Configuración, Dispositivo')
  await expect(page.getByRole('article').getByRole('link', { name: 'Configuración, Dispositivo' })).toHaveCount(0)
  await page.setViewportSize({ width: 375, height: 800 })
  await expectNoAccessibilityFault(page, 'a page of help')
  await page.getByRole('link', { name: 'Toda la ayuda' }).click()
  await expect(heading(page, 'Ayuda')).toBeVisible()
  const pages = page.getByRole('main').getByRole('listitem').getByRole('link')
  for (const title of await pages.allTextContents()) {
    await pages.filter({ hasText: title }).click()
    await expect(heading(page, title)).toBeVisible()
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), title).toBe(true)
    await page.getByRole('link', { name: 'Toda la ayuda' }).click()
  }
  await page.getByRole('link', { name: 'La primera mañana' }).press('Enter')
  await page.getByRole('article').getByRole('link', { name: 'Traer tus clientes' }).click()
  await expect(heading(page, 'Traer tus clientes de otro sistema')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('article')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Imprimir' })).toBeHidden()
  expect(complaints).toEqual([])
})
