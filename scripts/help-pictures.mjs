// @ts-check
// Takes the pictures of docs/ayuda and the one of the README anew from the demo: `node scripts/help-pictures.mjs`, by hand, after
// a screen that they show has changed. Those of help are small WebP files, drawn by the browser itself.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { ensureBrowser } from './find-browser.mjs'
import { setUp } from './install.mjs'

const folder = new URL('../docs/ayuda/', import.meta.url)
/** As every installation's: it is read off the picture. */
const port = 3000
const address = `http://127.0.0.1:${port}`
const width = 1000
const quality = 0.8

/**
 * What each shows: the page, and what of it.
 * @typedef {import('@playwright/test').Page} Page
 * @typedef {{ path: string, prepare?: (page: Page) => Promise<void>, show: (page: Page) => import('@playwright/test').Locator }} Picture
 * @type {Record<string, Picture>}
 */
const pictures = {
  'primeros-pasos': {
    path: '/settings?tab=gym',
    // The demo has put them away.
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Mostrar en el Dashboard' }).click()
      await page.goto(`${address}/dashboard`)
    },
    show: (page) => page.getByRole('region', { name: 'Primeros pasos' }),
  },
  terminal: {
    path: '/settings?tab=devices',
    prepare: (page) => page.getByRole('button', { name: 'Cómo conectar un dispositivo', expanded: false }).click(),
    show: (page) => page.getByRole('region', { name: 'Conectar un dispositivo' }),
  },
  canales: {
    path: '/settings?tab=notifications',
    prepare: (page) =>
      page.getByRole('region', { name: 'Correo' }).getByRole('button', { name: 'Configurar' }).waitFor(),
    show: (page) => page.getByRole('region', { name: 'Canales' }),
  },
  correo: {
    path: '/settings?tab=notifications',
    prepare: async (page) => {
      await page.getByRole('region', { name: 'Correo' }).getByRole('button', { name: 'Configurar' }).click()
      await page.getByLabel('Correo del que salen').fill('gimnasio@gmail.com')
      await page.getByLabel('Correo del que salen').press('Tab')
    },
    show: (page) => page.getByRole('dialog'),
  },
  importar: {
    path: '/clients/import',
    prepare: async (page) => {
      const rows =
        'Nombre;Teléfono;Vencimiento\nAna Torres;809-555-0101;31/12/2026\nLuis Peña;829-555-0102;15/01/2027\n;809-555-0103;ayer\n'
      const file = { name: 'socios.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) }
      await page.locator('input[type=file]').setInputFiles(file)
      await page.getByRole('button', { name: /^Importar \d/ }).waitFor()
    },
    show: (page) => page.getByRole('dialog'),
  },
}

/** @param {string} dataDir */
async function startDemo(dataDir) {
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: `http://192.168.1.20:${port}`,
  }
  const child = spawn(process.execPath, ['scripts/start.mjs', 'demo'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  await new Promise((resolve, reject) => {
    child.stdout.on('data', (/** @type {Buffer} */ data) => {
      said += data
      if (said.includes('Ctrl+C lo detiene todo')) resolve(undefined)
    })
    child.once('exit', () => reject(new Error('the demo ended')))
  })
  // As it prints them: role, name, password.
  const [, username = '', password = ''] = /^ {2}Super Administrador +(\S+) +(\S+)/m.exec(said) ?? []
  return { child, username, password }
}

/**
 * @param {Page} page
 * @param {Buffer} png
 * @returns {Promise<Buffer>}
 */
async function asWebp(page, png) {
  const source = `data:image/png;base64,${png.toString('base64')}`
  /** @type {number[]} */
  const data = await page.evaluate(`(async () => {
    const bitmap = await createImageBitmap(await (await fetch('${source}')).blob())
    const scale = Math.min(1, ${width} / bitmap.width)
    const canvas = new OffscreenCanvas(Math.round(bitmap.width * scale), Math.round(bitmap.height * scale))
    canvas.getContext('2d').drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    const webp = await canvas.convertToBlob({ type: 'image/webp', quality: ${quality} })
    return Array.from(new Uint8Array(await webp.arrayBuffer()))
  })()`)
  return Buffer.from(data)
}

await setUp({ developing: true })
// Imported here: it may have been installed a moment ago.
const { chromium } = await import('@playwright/test')
const browser = await ensureBrowser()
if ('complaint' in browser) throw new Error(browser.complaint)
const dataDir = mkdtempSync(join(tmpdir(), 'torniquete-help-'))
const { child, username, password } = await startDemo(dataDir)
try {
  const chrome = await chromium.launch({ executablePath: browser.path, args: ['--no-sandbox'] })
  // Room for what stands beside each other, and letters that stay sharp.
  const viewport = { width: 1200, height: 900 }
  const page = await chrome.newPage({ viewport, deviceScaleFactor: 1.5, colorScheme: 'light', reducedMotion: 'reduce' })
  // A page without the application's policy draws the files.
  const easel = await chrome.newPage()
  await page.goto(address)
  await page.evaluate(`localStorage.theme = 'light'`)
  await page.getByLabel('Usuario').fill(username)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard')
  for (const [name, { path, prepare, show }] of Object.entries(pictures)) {
    await page.goto(address + path)
    const part = show(page)
    await prepare?.(page)
    await part.waitFor()
    const webp = await asWebp(easel, await part.screenshot({ animations: 'disabled' }))
    writeFileSync(new URL(`${name}.webp`, folder), webp)
    console.log(`${name}.webp: ${Math.round(webp.length / 1000)} kB`)
  }
  // As a counter's PC shows it.
  await page.evaluate(`localStorage.theme = 'dark'`)
  const storageState = await page.context().storageState()
  const counter = await chrome.newPage({
    viewport: { width: 1280, height: 780 },
    reducedMotion: 'reduce',
    storageState,
  })
  await counter.goto(`${address}/clients`)
  await counter.locator('tbody img').first().waitFor()
  // Asked again by us: what a page itself evaluates the policy forbids.
  while (!(await counter.evaluate('[...document.images].every((image) => image.complete)'))) await pause(50)
  await counter.screenshot({
    path: fileURLToPath(new URL('../docs/clients.png', import.meta.url)),
    animations: 'disabled',
  })
  await chrome.close()
} finally {
  child.kill('SIGTERM')
  await new Promise((resolve) => child.once('exit', resolve))
  rmSync(dataDir, { recursive: true, force: true })
}
