// @ts-check
// Takes the screenshots in docs/ayuda (small WebP files) and README from the demo. Run `node scripts/help-pictures.mjs`
// by hand after a change of a screen that they show.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ensureBrowser } from './find-browser.mjs'
import { installPackages } from './install.mjs'

const folder = new URL('../docs/ayuda/', import.meta.url)
/** The default port of the product, because the screenshots show it. */
const port = 3000
const address = `http://127.0.0.1:${port}`

/**
 * @typedef {import('@playwright/test').Page} Page
 * @typedef {{ path: string, prepare?: (page: Page) => Promise<void>, show: (page: Page) => import('@playwright/test').Locator }} Picture
 * @type {Record<string, Picture>}
 */
const pictures = {
  'primeros-pasos': {
    path: '/settings?tab=gym',
    // Shows the setup guide again, which the demo has dismissed.
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
      const people = ['Ana Torres;809-555-0101;31/12/2026', 'Luis Peña;829-555-0102;15/01/2027', ';809-555-0103;ayer']
      const rows = ['Nombre;Teléfono;Vencimiento', ...people].join('\n')
      const file = { name: 'socios.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) }
      await page.locator('input[type=file]').setInputFiles(file)
      await page.getByRole('button', { name: /^Importar \d/ }).waitFor()
    },
    show: (page) => page.getByRole('dialog'),
  },
}

/** @param {string} dataDir */
async function startDemo(dataDir) {
  const address = { PORT: String(port), HOST: '127.0.0.1', PUBLIC_URL: `http://192.168.1.20:${port}` }
  const env = { ...process.env, ...address, DATA_DIR: dataDir }
  const child = spawn(process.execPath, ['scripts/start.mjs', 'demo'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  for await (const data of child.stdout.iterator({ destroyOnReturn: false })) {
    output += data
    if (output.includes('Ctrl+C lo detiene todo')) break
  }
  child.stdout.resume()
  // Reads the line of the demo's output with role, name and password.
  const [, username = '', password = ''] = /^ {2}Super Administrador +(\S+) +(\S+)/m.exec(output) ?? []
  return { child, username, password }
}

/**
 * Takes a screenshot of a part of the page, as WebP at most 1000 pixels wide.
 * @param {Page} page
 * @param {import('@playwright/test').Locator} part
 */
async function takePicture(page, part) {
  await part.scrollIntoViewIfNeeded()
  const box = await part.boundingBox()
  if (!box) throw new Error('the part of the page is not shown')
  const [x, y] = await page.evaluate('[scrollX, scrollY]')
  const clip = { ...box, x: box.x + x, y: box.y + y, scale: Math.min(1.5, 1000 / box.width) }
  const session = await page.context().newCDPSession(page)
  const options = /** @type {const} */ ({ format: 'webp', quality: 80, clip, captureBeyondViewport: true })
  const { data } = await session.send('Page.captureScreenshot', options)
  return Buffer.from(data, 'base64')
}

await installPackages({ developing: true })
// Imported here and not at the top, because the package may have been installed a moment ago.
const { chromium } = await import('@playwright/test')
const executablePath = await ensureBrowser()
const dataDir = mkdtempSync(join(tmpdir(), 'torniquete-help-'))
const { child, username, password } = await startDemo(dataDir)
try {
  const chrome = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  const viewport = { width: 1200, height: 900 }
  const page = await chrome.newPage({ viewport, colorScheme: 'light', reducedMotion: 'reduce' })
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
    const webp = await takePicture(page, part)
    writeFileSync(new URL(`${name}.webp`, folder), webp)
    console.log(`${name}.webp: ${Math.round(webp.length / 1000)} kB`)
  }
  await page.evaluate(`localStorage.theme = 'dark'`)
  const storageState = await page.context().storageState()
  const screen = { width: 1280, height: 780 }
  const counter = await chrome.newPage({ viewport: screen, reducedMotion: 'reduce', storageState })
  await counter.goto(`${address}/clients`)
  await counter.locator('tbody img').first().waitFor()
  // Polled from this process, because the page's content security policy forbids `waitForFunction`.
  while (!(await counter.evaluate('[...document.images].every((image) => image.complete)'))) await pause(50)
  await counter.screenshot({ path: 'docs/clients.png', animations: 'disabled' })
  await chrome.close()
} finally {
  child.kill('SIGTERM')
  await new Promise((resolve) => child.once('exit', resolve))
  rmSync(dataDir, { recursive: true, force: true })
}
