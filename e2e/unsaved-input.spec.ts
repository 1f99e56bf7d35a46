import { expect } from '@playwright/test'
import { test } from './browser-fixtures.ts'
import { findField, openScreen } from './gym-steps.ts'

test.use({ address: 'lan' })

test('unsaved input: Back, menu and reload each ask for confirmation once', async ({ page, product, gym, hand }) => {
  await openScreen(page, product, gym.api, '/support')
  const menu = page.getByRole('navigation', { name: 'Menú principal' })
  await menu.getByRole('link', { name: 'Clientes' }).click()
  await expect(page).toHaveURL(/\/clients$/)
  await menu.getByRole('link', { name: 'Configuración' }).click()
  await page.getByRole('tab', { name: 'Notificaciones' }).click()
  const phone = findField(page, 'Teléfono que recibe el reporte')
  await hand.write(phone, '809 555 0100')
  const question = page.getByRole('dialog', { name: 'Hay cambios sin guardar' })

  await hand.back()
  await expect(question).toBeVisible()
  await hand.press('Escape')
  await expect(question).toHaveCount(0)
  await expect(phone).toBeFocused()
  await expect(page).toHaveURL(/tab=notifications$/)

  // Pressing Back twice quickly asks once, and choosing to stay keeps the page.
  await hand.back()
  await expect(question).toBeVisible()
  await hand.back()
  await question.getByRole('button', { name: 'Seguir editando' }).click()
  await expect(question).toHaveCount(0)
  await expect(page).toHaveURL(/tab=notifications$/)
  await hand.type('9')
  await expect(phone).toHaveValue('809 555 01009')

  const asked: string[] = []
  page.on('dialog', (dialog) => {
    asked.push(dialog.type())
    void dialog.dismiss()
  })
  await page.evaluate('location.reload()')
  await expect.poll(() => asked).toEqual(['beforeunload'])
  await expect(phone).toHaveValue('809 555 01009')

  await menu.getByRole('link', { name: 'Soporte' }).click()
  await question.getByRole('button', { name: 'Descartar' }).click()
  await expect(page).toHaveURL(/\/support$/)
  await expect(question).toHaveCount(0)
  await hand.back()
  await expect(page).toHaveURL(/tab=notifications$/)
  await expect(phone).toHaveValue('')
})
