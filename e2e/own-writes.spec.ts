// Forms that stay on their page: what one wrote oneself is nobody else's change, whatever the line does; what another
// wrote stands beside it, as it is now.
import { expect, type Locator, type Page } from '@playwright/test'
import type { Hand } from './hand.ts'
import { answerOf } from './lan-name.ts'
import { type Gym, makeUser, type Product, password, test } from './product.ts'
import { choice, enter, field, makeClient, session } from './scenes.ts'

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

/** What others change is read only where the form asks for it. */
const hearNothing = (page: Page) => page.route(/notifications\/sse/, (route) => route.abort())

const choosePicture = (form: Locator, width: number) =>
  form.locator('input[type=file]').setInputFiles({
    name: 'foto.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="9"/>`),
  })

test('one save follows another although nothing can be read between them', async ({ page, product, gym, hand }) => {
  const username = await makeUser(gym, 'gym_worker')
  const worker = await session(product, username)
  await enter(page, product, worker, '/profile')
  await expect(field(page, 'Teléfono')).toBeVisible()
  await page.route('**/v1/users/*', (route) => (route.request().method() === 'GET' ? route.abort() : route.continue()))
  const own = async () => {
    const users = await gym.api.call<{ username: string }[]>('GET', '/users/')
    return users.find((each) => each.username === username)
  }
  await hand.write(field(page, 'Teléfono'), '809-555-0123')
  await hand.press('Enter')
  await expect.poll(own).toMatchObject({ phone_number: '809-555-0123' })
  await expect(page.getByText('Usuario editado con éxito')).toBeVisible()
  await hand.write(field(page, 'Dirección'), 'Calle El Conde 5')
  await hand.press('Enter')
  await expect.poll(own).toMatchObject({ phone_number: '809-555-0123', address: 'Calle El Conde 5' })
  await expect(stranger(page)).toHaveCount(0)
})

test('a new password whose answer was lost is the password, and a repeat says so', async ({
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

test('a setting whose answer was lost is one’s own, its picture too', async ({ page, product, gym, hand }) => {
  interface Stored {
    logo_url: string
    phone_number: string
  }
  const stored = () => gym.api.call<Stored>('GET', '/gym-info/')
  const statusOf = async ({ logo_url }: Stored) => (await fetch(new URL(logo_url, product.address))).status
  await enter(page, product, gym.api, '/settings?tab=gym')
  const form = page.getByRole('form', { name: 'Información del gimnasio' })
  const choose = (width: number) => choosePicture(form, width)
  await expect(field(form, 'Teléfono')).toBeVisible()
  await choose(9)
  await form.getByRole('button', { name: 'Guardar' }).click()
  const saved = page.getByText('Información del gimnasio editada con éxito')
  await expect(saved).toBeVisible()
  // It goes by itself.
  await expect(saved).toHaveCount(0)
  const former = await stored()
  await loseAnswer(page, '**/v1/gym-info/')
  await choose(18)
  await hand.write(field(form, 'Teléfono'), '809 555 0199')
  await hand.press('Enter')
  await expect(page.getByText('Sin conexión con el servidor.').first()).toBeVisible()
  expect(await stored()).toMatchObject({ phone_number: '809 555 0199' })
  // It arrives as what is stored: there is nothing left to save, and nobody else to name.
  await expect(form.getByRole('button', { name: 'Guardar' })).toHaveCount(0)
  await expect(stranger(page)).toHaveCount(0)
  await hand.write(field(form, 'Dirección'), 'Calle El Conde 5')
  await hand.press('Enter')
  await expect(page.getByText('Información del gimnasio editada con éxito')).toBeVisible()
  expect(await statusOf(await stored())).toBe(200)
  // The one that it replaced is gone.
  await expect.poll(() => statusOf(former)).toBe(404)
})

/** A client whose form lost the answer to its second picture and to what is typed, which the caller saves once more. */
async function savedUnheard(
  { page, product, gym, hand }: { page: Page; product: Product; gym: Gym; hand: Hand },
  name: string,
) {
  const { id } = await makeClient(gym, 'Ana Pérez')
  const stored = () => gym.api.call<Record<'photo_url' | 'phone_number' | 'name', string>>('GET', `/clients/${id}`)
  const statusOf = async ({ photo_url }: { photo_url: string }) =>
    (await fetch(new URL(photo_url, product.address))).status
  await hearNothing(page)
  await enter(page, product, gym.api, `/clients/${id}/edit`)
  const form = page.getByRole('dialog')
  const save = form.getByRole('button', { name: 'Guardar cambios' })
  await expect(field(form, 'Nombre')).toHaveValue('Ana Pérez')
  await choosePicture(form, 9)
  await save.click()
  await expect(page.getByText('Cliente editado con éxito')).toBeVisible()
  const former = await stored()
  await page.goto(`${product.pageAddress}/clients/${id}/edit`)
  await loseAnswer(page, `**/v1/clients/${id}`)
  await hand.write(field(form, 'Nombre'), name)
  await choosePicture(form, 18)
  await save.click()
  await expect(page.getByText('Sin conexión con el servidor.').first()).toBeVisible()
  expect((await stored()).photo_url).not.toBe(former.photo_url)
  return { id, form, save, stored, former, statusOf }
}

test('what one sent without an answer makes nobody else of oneself, however it was typed', async ({
  page,
  product,
  gym,
  hand,
}) => {
  const { form, save, stored, former, statusOf } = await savedUnheard({ page, product, gym, hand }, 'Ana María ')
  await hand.write(field(form, 'Teléfono'), '809-555-0123')
  await save.click()
  await expect(page.getByText('Cliente editado con éxito')).toBeVisible()
  const now = await stored()
  expect(now).toMatchObject({ name: 'Ana María', phone_number: '809-555-0123' })
  expect(await statusOf(now)).toBe(200)
  await expect.poll(() => statusOf(former)).toBe(404)
})

test('a picture that was stored without an answer stays with its row, although the next save is refused', async ({
  page,
  product,
  gym,
  hand,
}) => {
  const { id, form, save, stored, former, statusOf } = await savedUnheard({ page, product, gym, hand }, 'Ana María')
  await gym.api.call('PUT', `/clients/${id}`, { phone_number: '829-555-0101' })
  await hand.write(field(form, 'Teléfono'), '809-555-0123')
  await save.click()
  await page.getByRole('button', { name: 'Volver a cargar' }).click()
  await expect(field(form, 'Teléfono')).toHaveAccessibleDescription(/Otra persona escribió: 829-555-0101/)
  expect(await statusOf(await stored())).toBe(200)
  await save.click()
  await expect(page.getByText('Cliente editado con éxito')).toBeVisible()
  const now = await stored()
  expect(now).toMatchObject({ phone_number: '809-555-0123' })
  expect(await statusOf(now)).toBe(200)
  await expect.poll(() => statusOf(former)).toBe(404)
})

test('a password that another set meanwhile is not overwritten unseen', async ({ page, product, gym, hand }) => {
  const username = await makeUser(gym, 'gym_worker')
  const users = await gym.api.call<{ id: number; username: string }[]>('GET', '/users/')
  const id = users.find((each) => each.username === username)?.id
  await hearNothing(page)
  await enter(page, product, gym.api, `/settings/users/${id}/edit?tab=users`)
  const form = page.getByRole('dialog')
  await hand.write(form.getByLabel('Contraseña', { exact: true }), 'la que puse yo')
  await hand.write(form.getByLabel('Confirmar contraseña', { exact: true }), 'la que puse yo')
  await gym.api.call('PUT', `/users/${id}`, { password: 'la que puso otra' })
  await hand.press('Control+Enter')
  await expect(stranger(page).first()).toBeVisible()
  expect((await product.logIn(username, 'la que puso otra')).token).toBeTruthy()
})

test('years that were just chosen are those that the next choice goes by, although nothing can be read between', async ({
  page,
  product,
  gym,
}) => {
  await enter(page, product, gym.api, '/settings?tab=gym')
  const form = page.getByRole('form', { name: 'Quién vino y cuándo' })
  const years = choice(form, 'Conservar quién vino')
  await expect(years.locator('option:checked')).toHaveText('Para siempre')
  await page.route('**/v1/gym-info/', (route) =>
    route.request().method() === 'GET' ? route.abort() : route.continue(),
  )
  const save = form.getByRole('button', { name: 'Guardar' })
  const confirm = page.getByRole('button', { name: 'Borrar los nombres' })
  const stored = async () => (await gym.api.call('GET', '/gym-info/')).keep_attendances_years
  for (const each of [5, 3]) {
    await years.selectOption(`${each} años`)
    await save.click()
    await confirm.click()
    await expect.poll(stored).toBe(each)
    await expect(save).toHaveCount(0)
  }
})

test('less time is confirmed of the years that were shown when it was asked', async ({ page, product, gym }) => {
  await enter(page, product, gym.api, '/settings?tab=gym')
  const form = page.getByRole('form', { name: 'Quién vino y cuándo' })
  const years = choice(form, 'Conservar quién vino')
  await years.selectOption('3 años')
  await form.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByRole('button', { name: 'Borrar los nombres' })).toBeVisible()
  await gym.api.call('PUT', '/gym-info/', { keep_attendances_years: 5, kept_before: null })
  await expect(page.getByText(/Otra persona escribió: 5 años/)).toBeAttached()
  await page.getByRole('button', { name: 'Borrar los nombres' }).click()
  await expect(page.getByText(/El gimnasio conserva ahora quién vino por 5 años/)).toBeVisible()
  expect(await gym.api.call('GET', '/gym-info/')).toMatchObject({ keep_attendances_years: 5 })
})

test('after each refusal the newest of another’s is beside one’s own', async ({ page, product, gym, hand }) => {
  const username = await makeUser(gym, 'gym_worker')
  await hearNothing(page)
  await enter(page, product, await session(product, username), '/profile')
  await hand.write(field(page, 'Teléfono'), '809-555-0123')
  const users = await gym.api.call<{ id: number; username: string }[]>('GET', '/users/')
  const id = users.find((each) => each.username === username)?.id
  for (const theirs of ['829-555-0101', '849-555-0102']) {
    await gym.api.call('PUT', `/users/${id}`, { phone_number: theirs })
    await hand.press('Control+Enter')
    await page.getByRole('button', { name: 'Volver a cargar' }).click()
    await expect(field(page, 'Teléfono')).toHaveAccessibleDescription(new RegExp(`Otra persona escribió: ${theirs}`))
  }
  await hand.press('Control+Enter')
  await expect(page.getByText('Usuario editado con éxito')).toBeVisible()
  expect(await gym.api.call('GET', `/users/${id}`)).toMatchObject({ phone_number: '809-555-0123' })
})

test('what another wrote is shown as it is now, of the time zone as of every field', async ({
  page,
  product,
  gym,
  hand,
}) => {
  await enter(page, product, gym.api, '/settings?tab=gym')
  const form = page.getByRole('form', { name: 'Información del gimnasio' })
  const zone = choice(form, 'Zona horaria')
  await hand.write(field(form, 'Teléfono'), '809 555 0199')
  await zone.clear()
  await zone.pressSequentially('madrid')
  await zone.press('Enter')
  await expect(zone).toHaveValue(/Madrid$/)
  await gym.api.call('PUT', '/gym-info/', { phone_number: '829 555 0101', timeZone: 'America/Bogota' })
  await expect(field(form, 'Teléfono')).toHaveAccessibleDescription(/Otra persona escribió: 829 555 0101/)
  await expect(zone).toHaveAccessibleDescription(/Otra persona escribió: \(UTC-05:00\) América \/ Bogota/)
  await gym.api.call('PUT', '/gym-info/', { phone_number: '849 555 0102', timeZone: 'America/Lima' })
  await expect(field(form, 'Teléfono')).toHaveAccessibleDescription(/Otra persona escribió: 849 555 0102/)
  await expect(zone).toHaveAccessibleDescription(/Lima/)
  await form
    .getByText(/escribió: .*Lima/)
    .getByRole('button', { name: 'Usar ese' })
    .click()
  await expect(zone).toHaveValue(/Lima$/)
})
