// Whether all that the gym has is copied: whoever can do something about it reads so where they look anyway.
import { expect, type Page } from '@playwright/test'
import { expectNoBarrier } from './barriers.ts'
import { makeUser, masterPassword, test } from './product.ts'
import { enter, session } from './scenes.ts'

const late = /^La última copia de seguridad es del .+\. Mira si el equipo se queda encendido/
const warning = (page: Page) => page.getByRole('alert').filter({ hasText: late })

const answerLate = (page: Page) =>
  page.route('**/v1/backup/', (route) =>
    route.fulfill({
      json: {
        by_itself: true,
        last_at: '2026-01-01T07:30:00.000Z',
        bytes: 96_000_000,
        overdue: true,
        trouble: null,
        archive: null,
        bucket: null,
        rehearsal: null,
      },
    }),
  )

test('the super admin reads when the last copy was made, and is warned where that was long ago', async ({
  page,
  product,
  gym,
}) => {
  await enter(page, product, gym.api, '/settings?tab=gym')
  await expect(page.getByText(/^Última copia de seguridad: .+ MB\)$/)).toBeVisible()
  await answerLate(page)
  await page.reload()
  await expect(warning(page)).toBeVisible()
  await expectNoBarrier(page, 'an old copy in the settings')
  await enter(page, product, gym.api, '/dashboard')
  await expect(warning(page)).toBeVisible()
})

test('the master is warned', async ({ page, product }) => {
  await answerLate(page)
  await enter(page, product, await product.logIn('master', masterPassword), '/admin/gyms')
  await expect(warning(page)).toBeVisible()
  await expectNoBarrier(page, 'an old copy among the gyms')
})

test('nobody at the counter is warned, nor asks', async ({ page, product, gym }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await enter(page, product, await session(product, await makeUser(gym, 'gym_worker')), '/dashboard')
  await expect(page.getByText('No hay notificaciones nuevas')).toBeVisible()
  await expect.poll(() => asked).toContain('/v1/statistics/')
  expect(asked).not.toContain('/v1/backup/')
})
