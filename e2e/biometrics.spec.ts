// Fingerprints at the front desk: the gym enables them, a member consents and enrols, a new terminal receives them.
import { expect } from '@playwright/test'
import { createTerminal } from '../terminal-simulator/terminal.ts'
import { expectNoAccessibilityFault } from './accessibility-checks.ts'
import { makeRegisteredTerminal, test } from './browser-fixtures.ts'
import { getGymDay, makeClient, makePlan, openScreen, sellPlan } from './gym-steps.ts'

test('fingerprint: enrolled, sent to a new terminal, deleted with consent @deep', async ({ page, product, gym }) => {
  const terminal = await makeRegisteredTerminal(product, gym)
  const ana = await makeClient(gym, 'Ana Brújula')
  const pin = String(ana.id_zkteco)
  await sellPlan(gym, await makePlan(gym), ana, getGymDay())
  terminal.start()
  await expect.poll(() => terminal.users.has(pin)).toBe(true)

  await openScreen(page, product, gym.api, '/settings?tab=gym')
  await expect(page.getByText('(Ley 172-13)')).toBeVisible()
  await page.getByRole('button', { name: 'Activar huellas y rostros' }).click()
  const question = page.getByRole('dialog', { name: 'Activar huellas y rostros' })
  await expect(question).toContainText('hasta que los aceptes en su estado: Puerta principal.')
  await expect(question).toContainText('Las copias de este equipo no van cifradas')
  await question.getByRole('button', { name: 'Activar con copias sin cifrar' }).click()
  await expect(page.getByText('0 clientes han dado su consentimiento; se guarda algo de 0 clientes.')).toBeVisible()
  await expectNoAccessibilityFault(page, 'fingers and faces in the settings')

  await page.goto(`${product.pageAddress}/clients/${ana.id}/card`)
  await page.getByRole('button', { name: 'Huellas y rostro' }).click()
  const dialog = page.getByRole('dialog', { name: 'Huellas y rostro de Ana Brújula' })
  await dialog.getByRole('button', { name: 'Sí, acepta' }).click()
  await expect(dialog).toContainText('Dio su consentimiento el')
  terminal.standBefore('Ana')
  await dialog.getByRole('button', { name: 'Registrar huella en Puerta principal' }).click()
  await expect(dialog).toContainText('Huella registrada en Puerta principal')
  await expect(dialog).toContainText('Huella · índice derecho')
  await expect(dialog).toContainText('Tiene lo que se guarda')
  await expectNoAccessibilityFault(page, 'fingers and face of a client')

  // Another device takes the place of the stopped terminal.
  await terminal.stop()
  const [device] = await gym.api.call<{ id: number }[]>('GET', '/devices/')
  const sn = `N${Date.now()}`
  await gym.api.call('PUT', `/devices/${device?.id}`, { sn })
  const next = createTerminal({ host: '127.0.0.1', port: product.port, sn, delayScale: 0.01 })
  next.start()
  await page.goto(`${product.pageAddress}/settings/devices/${device?.id}/state`)
  const state = page.getByRole('dialog', { name: 'Puerta principal' })
  await expect(state).toContainText('Conectado por primera vez desde')
  await state.getByRole('button', { name: 'Aceptar: es el dispositivo' }).click()
  await expect.poll(() => next.templates.size).toBe(1)
  expect(next.punch(pin, { method: 'finger', owner: 'Ana' }).opened).toBe(true)
  await expect(state).toContainText(/\d de \d personas · 1 de 1 huellas y rostros guardados/)

  await expect(state).toContainText('Del personal no se guarda ninguna huella ni rostro')

  await page.goto(`${product.pageAddress}/clients/${ana.id}/biometrics`)
  await dialog.getByRole('button', { name: 'Retirar…' }).click()
  await page
    .getByRole('dialog', { name: 'Retirar el consentimiento' })
    .getByRole('button', { name: 'Retirar y borrar' })
    .click()
  await expect(dialog.getByRole('button', { name: 'Sí, acepta' })).toBeVisible()
  await expect.poll(() => next.templates.size).toBe(0)
  await expect.poll(() => next.users.has(pin)).toBe(true)
  await next.stop()
})

test('fingerprints: enabling them lists terminals with unconfirmed origin @deep', async ({ page, product, gym }) => {
  const terminal = await makeRegisteredTerminal(product, gym)
  await terminal.step()
  // Invented address: a real change of origin is accepted only after minutes of silence.
  const unproven = { address: '192.168.1.77', mac: null }
  await page.route('**/v1/devices/status', async (route) => {
    const response = await route.fetch()
    const rows = (await response.json()) as object[]
    await route.fulfill({
      response,
      json: rows.map((row) => ({ ...row, origin_unproven: unproven, origin_first: null })),
    })
  })
  await openScreen(page, product, gym.api, '/settings?tab=gym')
  const told = page.getByText('Antes de activarlo, acepta en su estado este dispositivo')
  await expect(told).toContainText('Puerta principal')
  await expectNoAccessibilityFault(page, 'fingers and faces with a terminal that nobody accepted')
  await told.getByRole('link', { name: 'Puerta principal' }).click()
  await page.getByRole('button', { name: 'Estado de Puerta principal' }).click()
  const state = page.getByRole('dialog', { name: 'Puerta principal' })
  await expect(state).toContainText('Llama desde otra dirección (192.168.1.77)')
  await expect(state.getByRole('button', { name: 'Aceptar: es el dispositivo' })).toBeVisible()
  await expectNoAccessibilityFault(page, 'the state of a terminal that nobody accepted')
  await terminal.stop()
})
