// From a new installation to the first member who passes the door, with the keyboard only.
import { once } from 'node:events'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { createTerminal } from '../terminal-simulator/terminal.ts'
import { AppServer } from './browser-fixtures.ts'
import { findField } from './gym-steps.ts'

/** Seconds per key, per press on the terminal, and to read at each step (Card, Moran and Newell 1980). */
const aKey = 0.28
const aPress = 1.5
const aThought = 5

/** Performs the actions of a new owner and adds up the steps and seconds that they take. */
class Owner {
  readonly page: Page
  readonly steps: string[] = []
  seconds = 0
  constructor(page: Page) {
    this.page = page
  }
  begin(step: string): void {
    this.steps.push(step)
    this.seconds += aThought
  }
  async press(target: Locator): Promise<void> {
    await target.waitFor()
    await this.tabTo(target)
    await this.key('Enter')
  }
  async tabTo(target: Locator): Promise<void> {
    for (let presses = 0; (await this.page.locator(':focus').and(target).count()) === 0; presses++) {
      expect(presses, 'keys to get there').toBeLessThan(80)
      await this.key('Tab')
    }
  }
  async type(text: string): Promise<void> {
    this.seconds += text.length * aKey
    await this.page.keyboard.type(text)
  }
  async key(name: string): Promise<void> {
    this.seconds += aKey
    await this.page.keyboard.press(name)
  }
  async write(target: Locator, text: string): Promise<void> {
    await this.tabTo(target)
    await this.type(text)
  }
}

test('new installation: first member passes the door after nine steps and three minutes @deep', async ({ page }) => {
  const product = new AppServer()
  const owner = new Owner(page)
  const sn = 'NUEVO0001'
  try {
    test.slow()
    await product.start({})
    const terminal = createTerminal({ host: '127.0.0.1', port: product.port, sn, delayScale: 0.1, errorDelayMs: 200 })
    await expect.poll(() => product.said).toContain('#entrar=')
    const link = /http:\S+#entrar=\S+/.exec(product.said)?.[0] ?? ''

    owner.begin('the link that the start printed')
    await page.goto(link)
    await expect(findField(page, 'Nombre del gimnasio')).toBeFocused()

    owner.begin('the gym and its owner')
    await owner.type('Gimnasio Núñez')
    await owner.write(findField(page, 'Nombre del dueño'), 'Ana Peña')
    await owner.key('Enter')
    const entrance = page.getByRole('button', { name: 'Entrar' })
    await expect(entrance).toBeFocused()

    owner.begin('in, with what one logs in with')
    // Repeats the press, because Enter is ignored right after another Enter that moved the focus.
    await expect(async () => {
      await owner.press(entrance)
      await expect(entrance).toHaveCount(0, { timeout: 1000 })
    }).toPass()
    const guide = page.getByRole('region', { name: 'Primeros pasos' })
    await expect(guide).toBeVisible()

    owner.begin('the address, typed into the terminal')
    await owner.press(guide.getByRole('link', { name: 'La terminal de la puerta' }))
    await expect(page.getByText(String(product.port), { exact: true })).toBeVisible()
    // On the terminal, the address has twelve digits on a keypad, behind three menus.
    owner.seconds += 12 * aPress
    terminal.start()

    owner.begin('the terminal, which has called, is registered')
    await owner.press(page.getByRole('button', { name: /^Registrar NUEVO/ }))
    await owner.write(findField(page, 'Serial number'), '0001')
    await owner.key('Enter')
    await expect(page.getByText('Dispositivo agregado con éxito')).toBeVisible()

    owner.begin('a plan with its price')
    await owner.press(page.getByRole('link', { name: 'Membresías', exact: true }))
    await owner.press(page.getByRole('button', { name: 'Nuevo plan' }))
    await owner.write(findField(page, 'Nombre'), 'Mensual')
    await owner.write(findField(page, 'Duración (días)'), '30')
    await owner.write(findField(page, 'Precio'), '1500')
    await owner.key('Enter')
    await expect(page.getByText('Plan de Membresía creado con éxito.')).toBeVisible()

    owner.begin('the first member')
    await owner.press(page.getByRole('link', { name: 'Clientes', exact: true }))
    await expect(page.getByText('No hay clientes')).toBeVisible()
    await owner.key('Alt+n')
    await expect(findField(page, 'Nombre')).toBeFocused()
    await owner.type('José Báez')
    await owner.key('Enter')
    await expect(page.getByText('Cliente agregado con éxito')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)

    owner.begin('what they pay for')
    await owner.key('Alt+v')
    await expect(page.getByRole('combobox', { name: 'Cliente' })).toBeFocused()
    await owner.type('jose')
    await expect(page.getByRole('option', { name: /José Báez/ })).toHaveAttribute('aria-selected', 'true')
    await owner.key('Enter')
    await expect(page.getByRole('combobox', { name: 'Plan' })).toBeFocused()
    await owner.type('mens')
    await expect(page.getByRole('option', { name: /Mensual/ })).toHaveAttribute('aria-selected', 'true')
    await owner.key('Enter')
    await owner.key('Control+Enter')
    await expect(page.getByText('Membresía vendida.')).toBeVisible()

    owner.begin('their finger, with which they pass')
    // A finger that is not enrolled does not open the door.
    const member = () => [...terminal.users].find(([, { verify, name }]) => verify === 0 && name.startsWith('Jos'))
    await expect.poll(() => member()?.[0]).toBeDefined()
    const [pin = ''] = member() ?? []
    const pass = { method: 'finger', owner: 'José' } as const
    expect(terminal.punch(pin, pass)).toEqual({ opened: false, reason: 'no template' })
    await owner.press(page.getByRole('link', { name: 'José Báez', exact: true }))
    await owner.press(page.getByRole('button', { name: 'Huellas y rostro' }))
    const fingers = page.getByRole('dialog', { name: 'Huellas y rostro de José Báez' })
    terminal.standBefore('José')
    await owner.press(fingers.getByRole('button', { name: 'Registrar huella en Puerta principal' }))
    await expect(fingers).toContainText('Huella registrada en Puerta principal')
    // Enrolment needs three touches of the sensor, and passing one.
    owner.seconds += 4 * aPress
    const opened = once(terminal.events, 'door')
    expect(terminal.punch(pin, pass)).toEqual({ opened: true, owner: 'José' })
    await opened
    await owner.key('Escape')
    await expect(fingers).toHaveCount(0)
    await owner.key('Escape')
    await owner.press(page.getByRole('link', { name: 'Asistencia', exact: true }))
    await expect(page.getByRole('table').getByText('José Báez')).toBeVisible()
    await terminal.stop()

    console.log([...owner.steps.map((step, at) => `${at + 1}. ${step}`), `${Math.round(owner.seconds)} s`].join('\n'))
    expect(owner.steps).toHaveLength(9)
    expect(owner.seconds, owner.steps.join('; ')).toBeLessThan(180)
  } finally {
    await product.remove()
  }
})
