import { expect } from '@playwright/test'
import { makeTerminal, makeUser, test } from './product.ts'
import { enter, expectVerify, field, makeClient, makePlan, readClient, rowsOf, sellPlan, session } from './scenes.ts'

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('the card tells who changed what, newest first, and nothing of it to a worker', async ({
  page,
  product,
  gym,
  hand,
}) => {
  const client = await makeClient(gym, 'Rosa Díaz', { phone_number: '809 555 0101' })
  const manager = await session(product, await makeUser(gym, 'gym_admin'))
  await manager.call('PUT', `/clients/${client.id}`, { phone_number: '829 555 0102', is_active: false })
  await enter(page, product, gym.api, `/clients?client=${client.id}`)
  const card = page.getByRole('dialog', { name: 'Ficha del cliente' })
  await expect(card.getByText('No puede entrar: está inactivo')).toBeVisible()
  await card.getByRole('button', { name: 'Historial' }).click()
  const history = page.getByRole('dialog', { name: 'Historial de Rosa Díaz' })
  const entries = history.getByRole('list', { name: 'Historial' }).locator('> li')
  await expect(entries).toHaveCount(2)
  await expect(entries.first()).toContainText('Ramón Tavárez')
  await expect(entries.first()).toContainText('cambió el teléfono de 809 555 0101 a 829 555 0102')
  await expect(entries.first()).toContainText('cambió «Activo» de Sí a No')
  await expect(entries.last()).toContainText('Altagracia Peña registró al cliente')
  await entries.last().getByText('Con estos datos').click()
  await expect(entries.last().getByText('Rosa Díaz')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(history).toHaveCount(0)
  await expect(card.getByRole('button', { name: 'Historial' })).toBeFocused()

  // Another's, come to over the second page of hers: its own rows and its own first page.
  const other = await makeClient(gym, 'Ana Brújula')
  for (let at = 0; at < 10; at++) await gym.api.call('PUT', `/clients/${client.id}`, { notes: `Nota ${at}` })
  await page.goto(`${product.address}/clients/${other.id}/history`)
  const ofOther = page.getByRole('dialog', { name: 'Historial de Ana Brújula' })
  await expect(ofOther.getByText('registró al cliente')).toBeVisible()
  await page.evaluate(`history.pushState({}, '', '/clients/${client.id}/history')`)
  await history.getByRole('button', { name: 'Página siguiente' }).click()
  await expect(history.getByText('registró al cliente')).toBeVisible()
  await page.route(`**/v1/history/?*id=${other.id}&*`, (route) => route.abort())
  await hand.back()
  await expect(ofOther).toBeVisible()
  await expect(ofOther.getByRole('list', { name: 'Historial' }).locator('> li')).toHaveCount(1)
  await expect(ofOther.getByText('cambió el teléfono')).toHaveCount(0)
  await page.unroute(`**/v1/history/?*id=${other.id}&*`)
  await page.goto(`${product.address}/clients?client=${client.id}`)

  const worker = await session(product, await makeUser(gym, 'gym_worker'))
  await page.evaluate(`localStorage.access_token = '${worker.token}'`)
  await page.reload()
  await expect(card.getByRole('heading', { name: 'Rosa Díaz' })).toBeVisible()
  await expect(card.getByRole('button', { name: 'Historial' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Eliminados' })).toHaveCount(0)
})

test('a deleted client comes back with number, photo and door', async ({ page, product, gym, hand }) => {
  const form = new FormData()
  form.set('file', new Blob([pixel], { type: 'image/png' }), 'rosa.png')
  const upload = await fetch(`${product.address}/v1/images/clients`, {
    method: 'POST',
    headers: { authorization: `Bearer ${gym.api.token}` },
    body: form,
  })
  const { url, path } = (await upload.json()) as { url: string; path: string } // the upload's answer
  const client = await makeClient(gym, 'Rosa Díaz', { photo_url: url, photo_path: path })
  const other = await makeClient(gym, 'Otra Borrada')
  await sellPlan(gym, await makePlan(gym), client)
  const terminal = await makeTerminal(product, gym)
  terminal.start()
  await expectVerify(terminal, client.id_zkteco, 0)
  for (const { id } of [client, other]) await gym.api.call('DELETE', `/clients/${id}`)
  await expect.poll(() => terminal.users.has(String(client.id_zkteco))).toBe(false)

  await enter(page, product, gym.api, '/clients')
  await page.getByRole('button', { name: 'Eliminados' }).click()
  const dialog = page.getByRole('dialog', { name: 'Clientes eliminados' })
  const rows = rowsOf(page, 'Clientes eliminados')
  await expect(rows).toHaveCount(2)
  await hand.write(field(dialog, 'Buscar eliminado por nombre'), 'diaz rosa')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Altagracia Peña')
  await dialog.getByRole('button', { name: 'Restaurar Rosa Díaz' }).click()
  await expect(page.getByText('Cliente restaurado', { exact: true })).toBeVisible()
  await expect(dialog.getByText('No se encontró ningún cliente.')).toBeVisible()
  expect(await readClient(gym, client.id)).toMatchObject({ id_zkteco: client.id_zkteco, photo_url: url })
  expect((await fetch(new URL(url, product.address))).status).toBe(200)
  await expectVerify(terminal, client.id_zkteco, 0)
  await terminal.stop()
  await page.keyboard.press('Escape')
  await expect(rowsOf(page, 'Clientes').filter({ hasText: 'Rosa Díaz' })).toHaveCount(1)
  await page.goto(`${product.address}/clients?client=${client.id}`)
  await expect(page.getByRole('dialog').getByText(/^Puede entrar hasta el /)).toBeVisible()
})

test('a number that somebody else has by now is refused, and said', async ({ page, product, gym }) => {
  const client = await makeClient(gym, 'Rosa Díaz')
  await gym.api.call('DELETE', `/clients/${client.id}`)
  await makeClient(gym, 'Heredera', { id_zkteco: client.id_zkteco })
  await enter(page, product, gym.api, '/clients')
  await page.getByRole('button', { name: 'Eliminados' }).click()
  await page.getByRole('button', { name: 'Restaurar Rosa Díaz' }).click()
  const refused = page.getByText(`El número ${client.id_zkteco} ya pertenece a otra persona.`)
  await expect(refused).toBeVisible()
  await expect(page.getByRole('button', { name: 'Restaurar Rosa Díaz' })).toBeEnabled()
  // It stands until its screen is left.
  await page.keyboard.press('Escape')
  await expect(refused).toBeVisible()
  await page.getByRole('link', { name: 'Soporte' }).click()
  await expect(page).toHaveURL(/\/support$/)
  await expect(refused).toHaveCount(0)
})
