// What a save of a client's form stores, whatever happens on the way.
import { expect, type Page } from '@playwright/test'
import { errors } from '@torniquete/contract/errors.ts'
import { type Gym, type Product, test } from './product.ts'
import { enter, field, listClients, makeClient, readClient, sentBy } from './scenes.ts'
import { longestPause, slowdown } from './slowdown.ts'

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const png = { name: 'rosa.png', mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') }
const svg = (content: string) => ({
  name: 'rosa.svg',
  mimeType: 'image/svg+xml',
  buffer: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${content}</svg>`),
})
const badImage = 'Por favor selecciona una imagen válida (PNG, JPG, JPEG, SVG) de menos de 1MB.'

/** A photo as a browser makes it; a quarter of one in PNG is seen through. */
async function drawPhoto(page: Page, type: 'image/jpeg' | 'image/png', width: number, height: number) {
  const drawn = await page.evaluate<number[]>(`(async () => {
    const canvas = new OffscreenCanvas(${width}, ${height})
    const paper = canvas.getContext('2d')
    paper.fillStyle = 'teal'
    paper.fillRect(${width / 4}, 0, ${width}, ${height})
    const blob = await canvas.convertToBlob({ type: '${type}' })
    return [...new Uint8Array(await blob.arrayBuffer())]
  })()`)
  return { name: 'foto', mimeType: type, buffer: Buffer.from(drawn) }
}

async function beginNew(page: Page, product: Product, gym: Gym, name: string) {
  await enter(page, product, gym.api, '/clients')
  await page.getByRole('button', { name: 'Nuevo cliente' }).click()
  const dialog = page.getByRole('dialog', { name: 'Agregar Cliente' })
  await field(dialog, 'Nombre').fill(name)
  return { dialog, save: dialog.getByRole('button', { name: 'Agregar' }), photo: page.locator('[type=file]') }
}

test('photos that break a rule are refused with its text, and nothing is stored', async ({ page, product, gym }) => {
  const { dialog, save, photo } = await beginNew(page, product, gym, 'Rosa Paulino')
  await photo.setInputFiles({ ...png, buffer: Buffer.concat([png.buffer, Buffer.alloc(1024 * 1024)]) })
  await expect(page.getByText(badImage)).toBeVisible()
  await page.getByRole('button', { name: 'Cerrar aviso' }).click()
  await photo.setInputFiles({ name: 'rosa.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') })
  await expect(page.getByText(badImage)).toBeVisible()
  await expect(dialog.getByText('PNG, JPG o SVG, hasta 1 MB')).toBeVisible()
  await page.getByRole('button', { name: 'Cerrar aviso' }).click()
  await photo.setInputFiles(svg('<script>alert(1)</script>'))
  await save.click()
  await expect(page.getByText('La imagen contiene código y no se puede aceptar.')).toBeVisible()
  await photo.setInputFiles({ name: 'rosa.png', mimeType: 'image/png', buffer: Buffer.from('no es una imagen') })
  await save.click()
  await expect(page.getByText(badImage)).toBeVisible()
  await expect(field(dialog, 'Nombre')).toHaveValue('Rosa Paulino')
  expect((await listClients(gym)).total).toBe(0)
})

test('a good photo is stored and shown; the one that it replaces is deleted', async ({ page, product, gym }) => {
  const { save, photo } = await beginNew(page, product, gym, 'Rosa Paulino')
  await photo.setInputFiles(png)
  await save.click()
  await expect(page.getByText('Cliente agregado con éxito')).toBeVisible()
  const [stored] = (await listClients(gym)).items
  const first = stored?.photo_url ?? ''
  expect(first).toContain('/images/clients/')
  const status = async (address: string) => (await fetch(new URL(address, product.address))).status
  expect(await status(first)).toBe(200)
  const shown = page.getByRole('table', { name: 'Clientes' }).locator('img')
  await expect(shown).toHaveAttribute('src', first)
  await expect.poll(() => shown.evaluate((image) => image.naturalWidth)).toBe(1)

  await page.getByRole('button', { name: 'Editar Rosa Paulino' }).click()
  await photo.setInputFiles(svg('<circle r="4"/>'))
  await page.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(page.getByText('Cliente editado con éxito')).toBeVisible()
  const second = (await readClient(gym, stored?.id ?? 0)).photo_url ?? ''
  expect(second).not.toBe(first)
  expect(await status(second)).toBe(200)
  await expect.poll(() => status(first)).toBe(404)
})

test('a photo is stored at the size in which it is shown, once however often its save is sent', async ({
  page,
  product,
  gym,
}) => {
  const { save, photo } = await beginNew(page, product, gym, 'Rosa Paulino')
  let uploads = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/v1/images/')) uploads += 1
  })
  const stored = async () => {
    const [client] = (await listClients(gym)).items
    const answer = await fetch(new URL(client?.photo_url ?? '', product.address))
    return answer.headers.get('content-type')
  }
  const shown = page.getByRole('table', { name: 'Clientes' }).locator('img')
  const size = () => shown.evaluate((image) => [image.naturalWidth, image.naturalHeight])

  await photo.setInputFiles(await drawPhoto(page, 'image/jpeg', 1000, 600))
  await save.click()
  await expect(page.getByText('Cliente agregado con éxito')).toBeVisible()
  await expect.poll(size).toEqual([256, 154])
  expect(await stored()).toBe('image/jpeg')

  await page.getByRole('button', { name: 'Editar Rosa Paulino' }).click()
  await photo.setInputFiles(await drawPhoto(page, 'image/png', 500, 1000))
  let lost = 0
  await page.route(/\/v1\/clients\/\d+$/, (route) =>
    route.request().method() === 'PUT' && lost++ === 0 ? route.abort() : route.continue(),
  )
  const saveChanges = page.getByRole('button', { name: 'Guardar cambios' })
  await saveChanges.click()
  await expect(page.getByText(/No se pudo conectar|Sin conexión/).first()).toBeVisible()
  await saveChanges.click()
  await expect(page.getByText('Cliente editado con éxito')).toBeVisible()
  await expect.poll(size).toEqual([128, 256])
  expect(await stored()).toBe('image/png')
  expect(uploads).toBe(2)
})

test('an edit changes what was changed; without a change of mind, closing asks', async ({ page, product, gym }) => {
  const client = await makeClient(gym, 'Rosa Paulino', { phone_number: '809 555 0101' })
  await enter(page, product, gym.api, '/clients')
  await page.getByRole('button', { name: 'Editar Rosa Paulino' }).click()
  const dialog = page.getByRole('dialog', { name: 'Editar Cliente' })
  await field(dialog, 'Nombre').fill('Rosa Paulino Díaz')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Hay cambios sin guardar' }).getByText('Seguir editando').click()
  await field(dialog, 'Correo').fill('rosa@example.com')
  const asked: string[] = []
  page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`))
  await dialog.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(page.getByText('Cliente editado con éxito')).toBeVisible()
  await expect(page.getByRole('cell', { name: 'Rosa Paulino Díaz', exact: true })).toBeVisible()
  // The list is asked for by the save, and once its change is announced; the row that the form had for neither.
  const lists = () => asked.filter((each) => each === 'GET /v1/clients/').length
  await expect.poll(lists).toBeGreaterThanOrEqual(2)
  expect(lists()).toBeLessThan(4)
  expect(asked.filter((each) => each.endsWith(`/v1/clients/${client.id}`))).toEqual([`PUT /v1/clients/${client.id}`])
  expect(await readClient(gym, client.id)).toMatchObject({
    name: 'Rosa Paulino Díaz',
    email: 'rosa@example.com',
    phone_number: '809 555 0101',
  })
})

test('an edit over somebody else’s change is refused and can begin anew', async ({ page, product, gym }) => {
  const client = await makeClient(gym, 'Rosa Paulino')
  await enter(page, product, gym.api, '/clients')
  await page.getByRole('button', { name: 'Editar Rosa Paulino' }).click()
  const dialog = page.getByRole('dialog', { name: 'Editar Cliente' })
  await field(dialog, 'Correo').fill('rosa@example.com')
  await gym.api.call('PUT', `/clients/${client.id}`, { phone_number: '809 555 0199' })
  await dialog.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(dialog.getByText('Otra persona modificó este registro. Vuelve a cargarlo.')).toBeVisible()
  expect(await readClient(gym, client.id)).toMatchObject({ phone_number: '809 555 0199', email: null })
  await dialog.getByRole('button', { name: 'Volver a cargar' }).click()
  await expect(field(dialog, 'Teléfono')).toHaveValue('809 555 0199')
  await field(dialog, 'Correo').fill('rosa@example.com')
  await dialog.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(page.getByText('Cliente editado con éxito')).toBeVisible()
  expect(await readClient(gym, client.id)).toMatchObject({ phone_number: '809 555 0199', email: 'rosa@example.com' })
})

test('a double click saves once, and so does Enter twice', async ({ page, product, gym }) => {
  const { dialog, save } = await beginNew(page, product, gym, 'Doble Clic')
  const sent = sentBy(page)
  await save.dblclick()
  await expect(page.getByText('Cliente agregado con éxito')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: 'Nuevo cliente' }).click()
  await field(dialog, 'Nombre').fill('Doble Enter')
  // Both before the page can answer the first.
  await field(dialog, 'Nombre').evaluate(({ form }) => {
    form.requestSubmit()
    form.requestSubmit()
  })
  await expect(dialog).toHaveCount(0)
  expect((await listClients(gym)).items.map(({ name }) => name)).toEqual(['Doble Enter', 'Doble Clic'])
  expect(sent).toEqual(['POST /v1/clients/', 'POST /v1/clients/'])
})

test('a save without a server retries in sight, and stores one client once it is back', async ({
  page,
  product,
  gym,
}) => {
  const { save } = await beginNew(page, product, gym, 'Rosa Paulino')
  await product.stop('SIGKILL')
  await save.click()
  await expect(page.getByText(/no respondió\. Reintentando…/)).toBeVisible()
  await product.start()
  await expect(page.getByText('Cliente agregado con éxito')).toBeVisible({ timeout: longestPause })
  expect((await listClients(gym)).total).toBe(1)
})

test('a save while another database takes over is made by itself, once it has', async ({ page, product, gym }) => {
  const { dialog, save } = await beginNew(page, product, gym, 'Rosa Paulino')
  const [, detail] = errors['database.unavailable']
  let refused = 0
  // As the server says it, and the balancer while no server is ready.
  const answers = [
    { json: { detail }, headers: { 'retry-after': '2' } },
    { contentType: 'text/html', body: '<html>503</html>' },
  ]
  await page.route('**/v1/clients/', async (route) => {
    const answer = route.request().method() === 'POST' ? answers.shift() : undefined
    if (!answer) return route.fallback()
    refused += 1
    await route.fulfill({ status: 503, ...answer })
  })
  await save.click()
  await expect(dialog.getByText(detail)).toBeVisible()
  await expect(page.getByText('Cliente agregado con éxito')).toBeVisible({ timeout: 10_000 * slowdown })
  expect([refused, (await listClients(gym)).total]).toEqual([2, 1])
})

test('a save whose answer is lost is done once', async ({ page, product, gym }) => {
  await page.clock.install()
  const { dialog, save } = await beginNew(page, product, gym, 'Rosa Paulino')
  let lost = 0
  await page.route(
    '**/v1/clients/',
    async (route) => {
      await route.fetch()
      lost += 1
      await route.abort()
    },
    { times: 1 },
  )
  await save.click()
  await expect(page.getByText('Cliente agregado con éxito')).toBeVisible({ timeout: 20_000 * slowdown })
  expect(lost).toBe(1)
  expect((await listClients(gym)).total).toBe(1)

  // Who leaves the form takes the repeating along: it may not go on under whoever logs in next.
  await page.route('**/v1/clients/', (route) => route.abort())
  await page.getByRole('button', { name: 'Nuevo cliente' }).click()
  await field(dialog, 'Nombre').fill('Luis Terrero')
  await save.click()
  await expect(page.getByText(/no respondió\. Reintentando…/)).toBeVisible()
  await page.goBack()
  await page.getByRole('dialog', { name: 'Hay cambios sin guardar' }).getByText('Descartar').click()
  await expect(dialog).toHaveCount(0)
  const sent = sentBy(page)
  await page.clock.fastForward(120_000)
  await page.evaluate(`fetch('/v1/config')`)
  expect(sent).toEqual([])
})

test('a picture that was not chosen is told, clear of the buttons, and the same can be chosen again; links keep apart', async ({
  page,
  product,
  gym,
  hand,
}) => {
  await page.setViewportSize({ width: 375, height: 800 })
  const { dialog, save, photo } = await beginNew(page, product, gym, 'Rosa Paulino')
  // As the browser tells that its window was closed.
  await photo.dispatchEvent('cancel', { bubbles: true })
  const told = page.getByText('No se seleccionó un archivo.')
  await expect(told).toBeVisible()
  const beneath = async () => {
    const [toast, button] = [await told.boundingBox(), await save.boundingBox()]
    return (toast?.y ?? 0) + (toast?.height ?? 0) - (button?.y ?? 0)
  }
  await expect.poll(beneath).toBeLessThan(0)
  await hand.press('F8')
  await expect(page.getByRole('button', { name: 'Cerrar aviso' })).toBeFocused()
  await hand.press('Enter')
  await expect(told).toHaveCount(0)
  await photo.dispatchEvent('cancel', { bubbles: true })
  await expect(told).toBeVisible()
  await photo.setInputFiles(png)
  await expect(told).toHaveCount(0)
  await expect(dialog.getByText('rosa.png')).toBeVisible()
  // What is chosen once more is told by the browser only where the field was emptied.
  await expect(photo).toHaveValue('')

  for (const address of ['instagram.com/rosa', 'instagram.com/gimnasio']) {
    await dialog.getByRole('button', { name: 'Nuevo enlace' }).click()
    await expect(dialog.getByLabel(/^Nombre del enlace/).last()).toBeFocused()
    await hand.type('Instagram', { pace: 20 })
    await hand.press('Tab')
    await hand.type(address, { pace: 20 })
  }
  await dialog.getByRole('button', { name: 'Nuevo enlace' }).click()
  await dialog.getByRole('button', { name: 'Quitar el enlace 3' }).press('Enter')
  await expect(dialog.getByLabel(/^Nombre del enlace/)).toHaveCount(2)
  await expect(dialog.locator(':focus')).toHaveCount(1)
  await save.click()
  await expect(page.getByText('Cliente agregado con éxito')).toBeVisible()
  const [stored] = (await listClients(gym)).items
  expect(await readClient(gym, stored?.id ?? 0)).toMatchObject({
    social_link: JSON.stringify({
      Instagram: 'https://instagram.com/rosa',
      'Instagram 2': 'https://instagram.com/gimnasio',
    }),
  })
})
