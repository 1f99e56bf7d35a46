import { imageFolderRoles, maxImageBytes } from '@torniquete/contract/shared/images.ts'
import { roleNames } from '@torniquete/contract/shared/roles.ts'
import { expect, test } from 'vitest'
import type { Caller } from '../../testing/api-caller.ts'
import { makeMultipartBody, pngBytes, sendRawCall } from '../../testing/raw-call.ts'
import { startTestAppForFile } from '../../testing/test-app.ts'
import { makeTwoGyms, readTokenUserId, uploadImage } from '../../testing/two-gyms.ts'

const message = 'Por favor selecciona una imagen válida (PNG, JPG, JPEG, SVG) de menos de 1MB.'
const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16])
const svg = (inside: string, attributes = '') => `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>`

const app = await startTestAppForFile()
const world = await makeTwoGyms(app)

const upload = (caller: Caller, folder: string, content: string | Buffer, options = {}) =>
  sendRawCall(app.app, caller.token, 'images.upload', {
    params: { folder },
    payload: makeMultipartBody(content, options),
  })
const put = (content: string | Buffer, options = {}) => upload(world.gym.admin, 'clients', content, options)
const read = (url: string) => app.app.inject({ url })

test.each(roleNames)('images.upload, images.delete: permissions of %s in each folder', async (role) => {
  const caller = await world.as(role)
  for (const [folder, roles] of Object.entries(imageFolderRoles)) {
    const reply = await upload(caller, folder, pngBytes)
    const allowed = (roles as readonly string[]).includes(role)
    expect(reply.status, folder).toBe(allowed ? 201 : 403)
    const path = allowed ? (reply.json as { path: string }).path : `images/${folder}/1_a.png` // the contract's StoredImage
    const removed = await caller.try('images.delete', { query: { path } })
    expect(removed.status, folder).toBe(allowed ? 204 : 403)
  }
})

test('images.upload: detects the type by the bytes, and serves the picture with that type', async () => {
  const good: [string | Buffer, string][] = [
    [pngBytes, 'image/png'],
    [jpeg, 'image/jpeg'],
    [svg('<rect/>'), 'image/svg+xml'],
    [`<?xml version="1.0"?>\n<!-- x -->\n${svg('')}`, 'image/svg+xml'],
  ]
  for (const [content, type] of good) {
    const reply = await put(content, { filename: 'Mi Foto Ñ.exe' })
    expect(reply.status, type).toBe(201)
    const { url, path } = reply.json as { url: string; path: string } // the contract's StoredImage
    expect(path).toMatch(/^images\/clients\/\d+_mi-foto-n\.exe$/)
    const served = await read(url)
    expect([served.statusCode, served.headers['content-type']]).toEqual([200, type])
    expect(served.rawPayload).toEqual(Buffer.from(content))
    expect(served.headers['content-length']).toBe(String(Buffer.from(content).length))
    expect(served.headers['content-security-policy']).toContain("default-src 'none'")
    expect(served.headers['x-content-type-options']).toBe('nosniff')
  }
  for (const bad of ['GIF89a....', '<html></html>', 'hola', Buffer.from([0x89, 0x50, 0x4e]), `<p>${svg('')}</p>`]) {
    const reply = await put(bad)
    expect([reply.status, reply.json], String(bad)).toEqual([415, { detail: message }])
  }
})

test('images.upload: accepts exactly 1 MB, and refuses one byte more', async () => {
  const sized = (bytes: number) => Buffer.concat([pngBytes, Buffer.alloc(bytes - pngBytes.length, 7)])
  const fits = await put(sized(maxImageBytes))
  expect(fits.status, fits.text).toBe(201)
  const { url } = fits.json as { url: string } // the contract's StoredImage
  expect((await read(url)).rawPayload).toHaveLength(maxImageBytes)
  for (const bytes of [
    maxImageBytes + 1,
    maxImageBytes + 1,
    1_100_000,
    2_000_000,
    3 * maxImageBytes,
    8 * maxImageBytes,
  ]) {
    const reply = await put(sized(bytes))
    expect([reply.status, reply.json]).toEqual([413, { detail: message }])
  }
})

test('images.upload: refuses a request without a file', async () => {
  const missing = [422, { detail: [{ type: 'missing', msg: 'No se seleccionó un archivo.', loc: ['body', 'file'] }] }]
  for (const reply of [
    await put(''),
    await put(pngBytes, { field: 'otro' }),
    await sendRawCall(app.app, world.gym.admin.token, 'images.upload', { params: { folder: 'clients' } }),
  ])
    expect([reply.status, reply.json]).toEqual(missing)
})

test.each([
  svg('<script>alert(1)</script>'),
  svg('<svg:script xmlns:svg="http://www.w3.org/2000/svg">alert(1)</svg:script>'),
  svg('<rect/>', 'onload="alert(1)"'),
  svg('<rect a=""onclick="alert(1)"/>'),
  svg('<rect\nonmouseover = "alert(1)"/>'),
  svg('<a href="javascript:alert(1)"><rect/></a>'),
  svg('<a xlink:href=" java&#115;cript:alert(1)"/>'),
  svg('<foreignObject><iframe src="https://example.com"/></foreignObject>'),
  svg('<animate attributeName="href" to="javascript:alert(1)"/>'),
  svg('<use href="https://example.com/x.svg#a"/>'),
  svg('<image href="data:image/svg+xml;base64,AAAA"/>'),
  svg('<rect fill="url(https://example.com/x)"/>'),
  svg('<style>@import "https://example.com/x.css";</style>'),
  svg('<style>rect { fill: url("//example.com/x") }</style>'),
  `<!DOCTYPE svg [<!ENTITY x "y">]>${svg('&x;')}`,
  `<?xml version="1.0"?><?xml-stylesheet href="x.css"?>${svg('')}`,
])('images.upload: refuses an SVG with active content (%s)', async (content) => {
  const reply = await put(content)
  expect([reply.status, reply.json]).toEqual([415, expect.objectContaining({ detail: expect.any(String) })])
})

test.each([
  svg(
    '<defs><linearGradient id="a"/></defs><rect fill="url(#a)" style="fill:url(\'#a\')"/><use xlink:href="#a"/><use href = "#a"/>',
  ),
  svg('<style>.cls-1{fill:#fff}</style><rect class="cls-1"/>'),
  svg('<image href="data:image/png;base64,AAAA"/>'),
  `<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">${svg('<text>con onda</text>')}`,
])('images.upload: accepts an SVG made by a drawing program (%s)', async (content) => {
  const reply = await put(content)
  expect(reply.status, reply.text).toBe(201)
})

test('images.upload: a file name cannot leave the folder, and is unique for each upload', async () => {
  const names = [
    '../../../etc/passwd',
    '..\\..\\x.png',
    '/abs.png',
    '.htaccess',
    '...',
    'a%2f..%2fb.png',
    'ñ'.repeat(300),
  ]
  for (const filename of names) {
    const reply = await put(pngBytes, { filename })
    expect(reply.status, filename).toBe(201)
    const { path, url } = reply.json as { path: string; url: string } // the contract's StoredImage
    expect(path, filename).toMatch(/^images\/clients\/\d+_[a-z0-9][a-z0-9.-]*$/)
    expect(path).not.toContain('..')
    expect((await read(url)).statusCode).toBe(200)
  }
  const many = await Promise.all(Array.from({ length: 8 }, () => put(pngBytes)))
  expect(new Set(many.map((reply) => reply.text)).size).toBe(8)
  for (const folder of ['otra', '..', 'images'])
    expect((await upload(world.gym.admin, folder, pngBytes)).status).toBeGreaterThanOrEqual(400)
})

test("images.read: requires the picture's own token", async () => {
  const { image } = world.mine
  const at = (token: string) => `/v1/images/clients/${image.name}?token=${encodeURIComponent(token)}`
  expect((await read(at(image.token))).statusCode).toBe(200)
  const cut = [image.token.slice(0, -1), `${image.token}x`]
  const others = [world.theirs.image.token, image.token.replace(/^\d+/, String(world.theirs.gym)), '999999999-x']
  for (const token of ['', 'x', ...cut, ...others]) expect((await read(at(token))).statusCode, token).toBe(404)
  expect((await read(`/v1/images/users/${image.name}?token=${image.token}`)).statusCode).toBe(404)
  for (const name of ['..%2f..%2fsession-secret', '%2e%2e%2fx', 'x%00.png'])
    expect((await read(`/v1/images/clients/${name}?token=${image.token}`)).statusCode).toBeLessThan(500)
  expect((await read('/v1/images/clients/')).statusCode).toBe(404)
})

test('images.delete: a user deletes only pictures of their own gym, and no other user’s photo', async () => {
  const remove = (caller: Caller, path: string) => caller.try('images.delete', { query: { path } })
  const image = await uploadImage(world.gym.admin, 'clients')
  expect((await remove(world.other.admin, image.path)).status).toBe(404)
  expect((await remove(world.gym.admin, image.path)).status).toBe(204)
  expect((await read(`/v1/images/clients/${image.name}?token=${image.token}`)).statusCode).toBe(404)
  expect((await remove(world.gym.admin, image.path)).status).toBe(404)
  for (const path of ['images/../x', '../../etc/passwd', 'images/constructor/x.png', 'images/clients/../../x'])
    expect((await remove(world.gym.admin, path)).status, path).toBe(404)
  const worker = await world.as('gym_worker')
  const show = async (caller: Caller) => {
    const { path } = await uploadImage(caller, 'users')
    await caller.call('users.update', { params: { id_user: readTokenUserId(caller) }, body: { photo_path: path } })
    return path
  }
  const [old, admins] = [await show(worker), await show(world.gym.admin)]
  expect((await remove(worker, admins)).status).toBe(403)
  const present = await show(worker)
  // Like the user form, saves the new photo first and then deletes the replaced one.
  expect((await remove(worker, old)).status).toBe(204)
  expect((await remove(await world.as('gym_admin'), present)).status).toBe(403)
  // Nobody may delete a picture in use.
  for (const [caller, path] of [
    [worker, present],
    [world.gym.admin, admins],
  ] as const) {
    expect((await remove(caller, path)).status).toBe(409)
    await caller.call('users.update', { params: { id_user: readTokenUserId(caller) }, body: { photo_path: null } })
    expect((await remove(caller, path)).status).toBe(204)
  }
})
