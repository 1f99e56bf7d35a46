// Photos of many clients at once, from an archive or a folder.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, type Page } from '@playwright/test'
import { zipOf } from '../server/http/zip.ts'
import { expectNoBarrier } from './barriers.ts'
import { type Gym, test } from './product.ts'
import { enter, listClients, makeClient } from './scenes.ts'

const drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="4"/></svg>'
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const withPhoto = async (gym: Gym) =>
  (await listClients(gym)).items.filter(({ photo_url }) => photo_url !== null).map(({ name }) => name)

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Fotos de clientes' })
const input = (page: Page) => dialogOf(page).locator('input[type=file]').first()

test('an archive is matched by number and name, put on all at once, and taken away again', async ({
  page,
  product,
  gym,
  hand,
}) => {
  const ana = await makeClient(gym, 'Ana Peña')
  await makeClient(gym, 'Luz Marte')
  const part = (name: string) => ({ name, content: [drawing] })
  const names = [`fotos/${ana.id_zkteco}.svg`, 'fotos/Luz Marte.svg', 'fotos/IMG_2031.svg', 'fotos/.DS_Store']
  const zip = await buffer(Readable.from(zipOf(Readable.from(names.map(part)))))
  await enter(page, product, gym.api, '/clients/import')
  await page.getByRole('button', { name: 'Agregar sus fotos' }).click()
  await input(page).setInputFiles({ name: 'fotos.zip', mimeType: 'application/zip', buffer: zip })
  const dialog = dialogOf(page)
  await expect(dialog.getByText('Se agregarán 2 fotos.')).toBeVisible()
  await expect(dialog.getByText('fotos/IMG_2031.svg: Ningún cliente se llama así')).toBeVisible()
  await expectNoBarrier(page, 'photos of clients')
  expect(await withPhoto(gym)).toEqual([])
  await dialog.getByRole('button', { name: 'Agregar 2 fotos' }).focus()
  await hand.press('Control+Enter')
  await expect(page.getByText('2 fotos agregadas')).toBeVisible()
  expect((await withPhoto(gym)).sort()).toEqual(['Ana Peña', 'Luz Marte'])
  // Back where one came from.
  await expect(page.getByRole('dialog', { name: 'Importar clientes' })).toBeVisible()
})

test('files as they are: the line breaks, and it goes on from where it was', async ({ page, product, gym }) => {
  const clients = [await makeClient(gym, 'Ana Peña'), await makeClient(gym, 'Luz Marte'), await makeClient(gym, 'Eva')]
  const files = clients.map(({ id_zkteco }) => ({
    name: `${id_zkteco}.png`,
    mimeType: 'image/png',
    buffer: Buffer.from(pixel, 'base64'),
  }))
  await enter(page, product, gym.api, '/clients/photos')
  let sent = 0
  await page.route('**/v1/images/clients', (route) => {
    sent += 1
    return sent === 2 ? route.abort() : route.continue()
  })
  await input(page).setInputFiles(files)
  const dialog = dialogOf(page)
  await dialog.getByRole('button', { name: 'Agregar 3 fotos' }).click()
  await expect(dialog.getByText('Subidas 2 de 3')).toBeVisible()
  await dialog.getByRole('button', { name: 'Seguir' }).click()
  await expect(page.getByText('3 fotos agregadas')).toBeVisible()
  expect(sent).toBe(4)
  expect(await withPhoto(gym)).toHaveLength(3)

  await page.goto(`${product.pageAddress}/clients/photos`)
  await expect(dialog.getByText(/agregó 3 fotos de 3 archivos/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Deshacer' }).click()
  await page.getByRole('dialog', { name: 'Quitar las fotos' }).getByRole('button', { name: 'Deshacer' }).click()
  await expect(page.getByText('3 fotos quitadas.')).toBeVisible()
})

test('a whole folder, with what else lies in it', async ({ page, product, gym }) => {
  const ana = await makeClient(gym, 'Ana Peña')
  const folder = mkdtempSync(join(tmpdir(), 'fotos-'))
  try {
    mkdirSync(join(folder, 'socios'))
    writeFileSync(join(folder, 'socios', `${ana.id_zkteco}.png`), Buffer.from(pixel, 'base64'))
    writeFileSync(join(folder, 'Thumbs.db'), 'x')
    await enter(page, product, gym.api, '/clients/photos')
    const dialog = dialogOf(page)
    const opened = page.waitForEvent('filechooser')
    await dialog.getByRole('button', { name: 'Elegir una carpeta' }).press('Enter')
    await (await opened).setFiles(folder)
    await expect(dialog.getByText('Se agregará 1 foto.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Agregar 1 foto' }).click()
    await expect(page.getByText('1 foto agregada')).toBeVisible()
    expect(await withPhoto(gym)).toEqual(['Ana Peña'])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('photos that could not be stored are told, and what is shown stays until somebody has seen it', async ({
  page,
  product,
  gym,
}) => {
  await makeClient(gym, 'Ana Peña')
  await makeClient(gym, 'Luz Marte')
  await enter(page, product, gym.api, '/clients/photos')
  await input(page).setInputFiles(
    ['Ana Peña', 'Luz Marte'].map((name) => ({
      name: `${name}.png`,
      mimeType: 'image/png',
      buffer: name === 'Ana Peña' ? Buffer.from(pixel, 'base64') : Buffer.from('no picture'),
    })),
  )
  const dialog = dialogOf(page)
  await dialog.getByRole('button', { name: 'Agregar 2 fotos' }).click()
  await expect(page.getByText('1 foto agregada')).toBeVisible()
  await expect(dialog.getByText('1 foto no se pudo guardar')).toBeVisible()
  await expect(dialog.getByText(/^Luz Marte\.png: Por favor/)).toBeVisible()
  // Pressed again only that is tried.
  await expect(dialog.getByRole('button', { name: 'Agregar 1 foto' })).toBeVisible()
  expect(await withPhoto(gym)).toEqual(['Ana Peña'])
})
