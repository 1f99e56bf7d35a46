// The answer to a new password is lost: it is stored all the same, and a repeat changes nothing.
import { expect, type Page } from '@playwright/test'
import { answerOf } from './lan-name.ts'
import { makeUser, password, test } from './product.ts'
import { enter, field, session } from './scenes.ts'

const stranger = (page: Page) => page.getByText(/otra persona/i)

/** The next PUT to such an address is done, and its answer lost. */
async function loseAnswer(page: Page, url: string): Promise<void> {
  let lost = false
  await page.route(url, async (route) => {
    if (lost || route.request().method() !== 'PUT') return route.fallback()
    lost = true
    await answerOf(route)
    await route.abort()
  })
}

test('a new password whose answer was lost is the password, and a repeat says so', { tag: '@deep' }, async ({
  page,
  product,
  gym,
  hand,
}) => {
  const username = await makeUser(gym, 'gym_worker')
  await enter(page, product, await session(product, username), '/profile')
  await loseAnswer(page, '**/v1/users/*')
  await hand.write(field(page, 'Teléfono'), '809-555-0123')
  await hand.write(field(page, 'Contraseña actual'), password)
  await hand.write(field(page, 'Nueva contraseña'), 'una clave nueva')
  await hand.write(field(page, 'Confirmar contraseña'), 'una clave nueva')
  await hand.press('Enter')
  await expect(page.getByText('Sin conexión con el servidor.').first()).toBeVisible()
  expect((await product.logIn(username, 'una clave nueva')).token).toBeTruthy()
  await hand.press('Enter')
  await expect(page.getByText('Usuario editado con éxito')).toBeVisible()
  await expect(field(page, 'Nueva contraseña')).toHaveValue('')
  await expect(stranger(page)).toHaveCount(0)
  await expect(page.getByText('La contraseña actual no es correcta')).toHaveCount(0)
})
