// Who stands on a terminal without the gym knowing them, and what becomes of them.
import { expect, type Page } from '@playwright/test'
import { expectNoBarrier } from './barriers.ts'
import { makeTerminal, makeUser, test } from './product.ts'
import {
  choice,
  enter,
  expectVerify,
  field,
  gymDay,
  listClients,
  makeClient,
  readClient,
  rowsOf,
  session,
} from './scenes.ts'

const people = (page: Page) => page.getByRole('dialog', { name: 'Personas en el dispositivo' })
const rowOf = (page: Page, text: string) => rowsOf(page, 'Personas en el dispositivo').filter({ hasText: text })

test('a stranger is linked to a client, one cannot be, and others are taken off with the number told before', async ({
  page,
  product,
  gym,
}) => {
  const terminal = await makeTerminal(product, gym, {
    users: [
      { pin: '77', name: 'Luis', verify: 0, card: '5550077' },
      { pin: '1234567890', name: 'Diez Cifras', verify: 0 },
      { pin: '901', name: 'Eva', verify: 0 },
      { pin: '902', name: 'Ivo', verify: 0 },
      { pin: '903', name: 'Noemí', verify: 3 },
    ],
  })
  const luis = await makeClient(gym, 'Luis Terrero')
  terminal.start()
  await expectVerify(terminal, luis.id_zkteco, 3)
  await enter(page, product, gym.api, '/settings?tab=devices')
  const button = page.getByRole('button', { name: 'Personas en Puerta principal: 5 por decidir' })
  await button.click()
  await expect(rowsOf(page, 'Personas en el dispositivo')).toHaveCount(5)
  await expect(rowOf(page, 'Luis')).toContainText('5550077')
  await expect(rowOf(page, 'Luis')).toContainText('Entra')
  await expect(rowOf(page, 'Noemí')).toContainText('No entra')
  await expectNoBarrier(page, 'people on a terminal')

  // The number becomes the client's.
  await page.getByRole('button', { name: 'Decidir sobre Luis' }).click()
  await page.getByRole('dialog', { name: 'Luis' }).getByRole('button', { name: 'Es un cliente…' }).click()
  const link = page.getByRole('dialog', { name: 'Luis es un cliente' })
  await link.getByRole('button', { name: 'Es este cliente' }).click()
  await expect(choice(link, 'Cliente')).toHaveAttribute('aria-invalid', 'true')
  await choice(link, 'Cliente').fill('terrero')
  await page.getByRole('option', { name: /Luis Terrero/ }).click()
  // He enters now, and has no membership.
  await expect(link.getByRole('status')).toContainText('Luis Terrero no tiene derecho a entrar hoy')
  await expectNoBarrier(page, 'a stranger is linked')
  await link.getByRole('button', { name: 'Es este cliente' }).click()
  await expect(page.getByText('Ya es el número del cliente')).toBeVisible()
  expect((await readClient(gym, luis.id)).id_zkteco).toBe(77)
  // The card that the terminal had for the number is a proposal, for a person to accept.
  const proposal = 'Tarjeta 5550077 leída en Puerta principal para Luis Terrero: ¿guardar?'
  await expect(people(page).getByText(proposal)).toBeVisible()
  await page.getByRole('button', { name: `Aceptar. ${proposal}` }).click()
  await expect(people(page).getByText(proposal)).toHaveCount(0)
  expect(await readClient(gym, luis.id)).toMatchObject({ card_number: '5550077' })

  // A number that is none of the gym's is told as that.
  await page.getByRole('button', { name: 'Decidir sobre Diez Cifras' }).click()
  await page.getByRole('button', { name: 'Crear cliente', exact: true }).click()
  await page.getByRole('dialog', { name: 'Crear clientes' }).getByRole('button', { name: 'Crear' }).click()
  await expect(people(page).getByText('El número 1234567890 no sirve en Torniquete')).toBeVisible()
  expect((await listClients(gym)).items.map(({ name }) => name)).not.toContain('Diez Cifras')

  // Several at once: how many will stand before a closed door is told first.
  for (const name of ['Eva', 'Ivo', 'Noemí']) await page.getByRole('checkbox', { name: `Elegir a ${name}` }).check()
  await page.getByRole('button', { name: 'Quitar (3)' }).click()
  const question = page.getByRole('dialog', { name: 'Quitar del dispositivo' })
  await expect(question).toContainText('2 personas dejarán de entrar')
  await expectNoBarrier(page, 'strangers are taken off')
  expect(terminal.users.has('901')).toBe(true)
  await question.getByRole('button', { name: 'Quitar', exact: true }).click()
  await expect.poll(() => [...terminal.users.keys()].filter((pin) => pin.startsWith('90'))).toEqual([])
  await expect(rowsOf(page, 'Personas en el dispositivo')).toHaveCount(1)
  await terminal.stop()
})

test('an admin without settings makes clients of all, who are kept out, and finds nobody left', async ({
  page,
  product,
  gym,
}) => {
  const users = Array.from({ length: 12 }, (_, at) => ({ pin: String(500 + at), name: `Socio ${at}`, verify: 0 }))
  const terminal = await makeTerminal(product, gym, { users })
  terminal.start()
  const [{ id }] = await gym.api.call<[{ id: number }]>('GET', '/devices/')
  const admin = await session(product, await makeUser(gym, 'gym_admin'))
  await enter(page, product, admin, `/clients/devices/${id}/people`)
  await page.getByRole('button', { name: 'Elegir a todos (12)' }).click()
  await page.getByRole('button', { name: 'Crear clientes (12)' }).click()
  const question = page.getByRole('dialog', { name: 'Crear clientes' })
  await expect(question).toContainText('12 personas dejarán de entrar hasta que se les venda una membresía.')
  await question.getByRole('button', { name: 'Crear', exact: true }).click()
  await expect(page.getByText('12 clientes creados')).toBeVisible()
  await expect(people(page)).toContainText('El gimnasio conoce a todos los que tiene el dispositivo.')
  await expectNoBarrier(page, 'nobody left to decide on')
  expect((await listClients(gym)).items.filter(({ name }) => name.startsWith('Socio'))).toHaveLength(12)
  await expectVerify(terminal, 511, 3)
  await terminal.stop()
})

test('a thousand strangers are drawn in part, and looked for by name', async ({ page, product, gym }) => {
  await makeTerminal(product, gym)
  const [{ id }] = await gym.api.call<[{ id: number }]>('GET', '/devices/')
  const seen_at = new Date().toISOString()
  const rest = {
    kind: 'stranger',
    card: '',
    privilege: 0,
    opens: true,
    seen_at,
    leaving: false,
    id_client: null,
    id_user: null,
  }
  const json = Array.from({ length: 1000 }, (_, at) => ({ pin: String(5000 + at), name: `Persona ${at}`, ...rest }))
  await page.route('**/v1/devices/*/people', (route) => route.fulfill({ json }))
  await enter(page, product, gym.api, `/settings/devices/${id}/people`)
  await page.getByRole('button', { name: 'Elegir a todos (1,000)' }).click()
  await expect(page.getByRole('button', { name: 'Quitar (1,000)' })).toBeVisible()
  expect(await rowsOf(page, 'Personas en el dispositivo').count()).toBeLessThan(80)
  await page.getByRole('textbox', { name: 'Buscar por nombre o número' }).fill('persona 999')
  await expect(rowsOf(page, 'Personas en el dispositivo')).toHaveCount(1)
})

test('a stranger is one of the staff; who may not decide is told so', async ({ page, product, gym }) => {
  const terminal = await makeTerminal(product, gym, { users: [{ pin: '77', name: 'R. Tavarez', verify: 0 }] })
  terminal.start()
  const worker = await session(product, await makeUser(gym, 'gym_worker'))
  const [{ id }] = await gym.api.call<[{ id: number }]>('GET', '/devices/')
  await expect.poll(async () => JSON.stringify(await gym.api.call('GET', '/devices/status'))).toContain('"strangers":1')
  await enter(page, product, gym.api, `/settings/devices/${id}/people`)
  await page.getByRole('button', { name: 'Decidir sobre R. Tavarez' }).click()
  await page.getByRole('button', { name: 'Es del personal…' }).click()
  const dialog = page.getByRole('dialog', { name: 'R. Tavarez es del personal' })
  await dialog.getByRole('button', { name: 'Es del personal' }).click()
  await expect(dialog.getByRole('combobox', { name: 'Usuario' })).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByRole('combobox', { name: 'Usuario' }).selectOption('Ramón Tavárez')
  await expectNoBarrier(page, 'a stranger of the staff')
  await dialog.getByRole('button', { name: 'Es del personal' }).click()
  await expect(people(page)).toContainText('El gimnasio conoce a todos los que tiene el dispositivo.')
  const users = await gym.api.call<{ name: string; id_zkteco: number }[]>('GET', '/users/')
  expect(users.find(({ name }) => name === 'Ramón Tavárez')?.id_zkteco).toBe(77)
  await terminal.stop()

  await page.evaluate(`localStorage.access_token = '${worker.token}'`)
  await page.goto(`${product.address}/clients/devices/${id}/people`)
  await expect(people(page).getByRole('alert')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Quitar/ })).toHaveCount(0)
})

test('who was enrolled at the terminal first keeps the visits of meanwhile when the number is typed', async ({
  page,
  product,
  gym,
}) => {
  const terminal = await makeTerminal(product, gym)
  for (const day of [-2, -1]) terminal.forcePunch({ pin: '77', time: `${gymDay(day)} 07:00:00` })
  terminal.start()
  await expect.poll(() => terminal.unsent()).toBe(0)
  await enter(page, product, gym.api, '/clients/new')
  const form = page.getByRole('dialog', { name: 'Agregar Cliente' })
  await field(form, 'Nombre').fill('Ana Brújula')
  await field(form, 'Número en el dispositivo').fill('77')
  await field(form, 'Número en el dispositivo').press('Enter')
  await expect(page.getByText('Se añadieron 2 visitas anteriores')).toBeVisible()
  expect(await gym.api.call('GET', '/attendances/detail')).toMatchObject({
    total: 2,
    items: [{ client_name: 'Ana Brújula' }, { client_name: 'Ana Brújula' }],
  })
  await terminal.stop()
})
