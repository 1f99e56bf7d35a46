// Connecting a terminal: the screen shows the address to enter, waits, and shows the terminal's first request.
import { expect } from '@playwright/test'
import { expectNoAccessibilityFault } from './accessibility-checks.ts'
import { makeRegisteredTerminal, test } from './browser-fixtures.ts'
import { findField, openScreen } from './gym-steps.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('terminal setup: shows the server address to enter, then the first request', async ({ page, product, gym }) => {
  await page.clock.install()
  await openScreen(page, product, gym.api, '/settings?tab=devices')
  const help = page.getByRole('region', { name: 'Conectar un dispositivo' })
  await expect(help.getByText('Puerto', { exact: true })).toBeVisible()
  await expect(help.getByText(String(product.port), { exact: true })).toBeVisible()
  await page
    .getByRole('button', { name: 'Nuevo dispositivo' })
    .or(page.getByRole('link', { name: 'Nuevo dispositivo' }))
    .click()
  const name = findField(page, 'Nombre')
  await expect(name).toHaveValue('Puerta principal')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const terminal = await makeRegisteredTerminal(product, gym)
  const status = help.getByRole('status')
  await expect(status).toContainText('Esperando la primera llamada de Puerta principal…')
  await expect(help.getByText('Cortafuegos')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Cargar Clientes' })).toBeDisabled()
  await page.clock.fastForward(61_000)
  await expect(help.getByText(`permite que lleguen conexiones al puerto ${product.port}`)).toBeVisible()
  await expectNoAccessibilityFault(page, 'how a terminal is connected')
  await terminal.step()
  await expect(status).toContainText('¡Puerta principal ha llamado! Ya recibe a tus clientes.')
  await expect(help.getByText('Cortafuegos')).toHaveCount(0)
  await terminal.stop()
})
