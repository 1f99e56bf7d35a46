// Missing backups are reported on the screens of the users responsible for them.
import { expect, type Page } from '@playwright/test'
import { expectNoAccessibilityFault } from './accessibility-checks.ts'
import { test } from './browser-fixtures.ts'
import { openScreen } from './gym-steps.ts'

const late = /^La última copia de seguridad es del .+\. Mira si el equipo se queda encendido/
const warning = (page: Page) => page.getByRole('alert').filter({ hasText: late })

const answerLate = (page: Page) =>
  page.route('**/v1/guide/', async (route) => {
    const guide = await (await route.fetch()).json()
    const backup = {
      by_itself: true,
      last_at: '2026-01-01T07:30:00.000Z',
      bytes: 96_000_000,
      overdue: true,
      trouble: null,
      bucket: null,
      rehearsal: null,
    }
    await route.fulfill({ json: { ...guide, installation: { ...guide.installation, backup } } })
  })

test('backups: the super admin sees the last backup, and if it is too old @deep', async ({ page, product, gym }) => {
  await openScreen(page, product, gym.api, '/settings?tab=gym')
  await expect(page.getByText(/^Última copia de seguridad: .+ MB\)$/)).toBeVisible()
  await answerLate(page)
  await page.reload()
  await expect(warning(page)).toBeVisible()
  await expectNoAccessibilityFault(page, 'an old copy in the settings')
  await openScreen(page, product, gym.api, '/dashboard')
  await expect(warning(page)).toBeVisible()
})
