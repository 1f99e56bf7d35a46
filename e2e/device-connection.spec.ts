// Connecting a terminal: the address to type, waiting, and the first call.
import { expect } from '@playwright/test'
import { expectNoBarrier } from './barriers.ts'
import { makeTerminal, test } from './product.ts'
import { enter, field, gymDay, makeClient, makePlan, sellPlan } from './scenes.ts'

test.describe.configure({ mode: 'parallel' })
test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('first terminal: shows the address to type, waits, and shows its first call', async ({ page, product, gym }) => {
  await page.clock.install()
  await enter(page, product, gym.api, '/settings?tab=devices')
  const help = page.getByRole('region', { name: 'Conectar un dispositivo' })
  await expect(help.getByText('Puerto', { exact: true })).toBeVisible()
  await expect(help.getByText(String(product.port), { exact: true })).toBeVisible()
  await page
    .getByRole('button', { name: 'Nuevo dispositivo' })
    .or(page.getByRole('link', { name: 'Nuevo dispositivo' }))
    .click()
  const name = field(page, 'Nombre')
  await expect(name).toHaveValue('Puerta principal')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const terminal = await makeTerminal(product, gym)
  const status = help.getByRole('status')
  await expect(status).toContainText('Esperando la primera llamada de Puerta principal…')
  await expect(help.getByText('Cortafuegos')).toHaveCount(0)
  await page.clock.fastForward(61_000)
  await expect(help.getByText(`permite que lleguen conexiones al puerto ${product.port}`)).toBeVisible()
  await expectNoBarrier(page, 'how a terminal is connected')
  await terminal.step()
  await expect(status).toContainText('¡Puerta principal ha llamado! Ya recibe a tus clientes.')
  await expect(help.getByText('Cortafuegos')).toHaveCount(0)
  await terminal.stop()
})

test('terminal that does not list its users: asks who is affected and moves PINs', {
  tag: '@deep',
}, async ({ page, product, gym }) => {
  const ana = await makeClient(gym, 'Ana Brújula')
  await sellPlan(gym, await makePlan(gym), ana, gymDay())
  const terminal = await makeTerminal(product, gym, {
    users: [{ pin: String(ana.id_zkteco), name: 'Socio Viejo', verify: 0 }],
    firmware: { queryAnswer: 'refused' },
  })
  terminal.start()
  const [device] = await gym.api.call<{ id: number }[]>('GET', '/devices/')
  await enter(page, product, gym.api, `/settings/devices/${device?.id}/state`)
  const state = page.getByRole('dialog', { name: 'Puerta principal' })
  await expect(state).toContainText('No quiere decir a quién tiene')
  await state.getByRole('button', { name: 'Continuar sin leer…' }).click()
  const question = page.getByRole('dialog', { name: 'Continuar sin leer' })
  await expect(question).toContainText(`1 cliente tiene un número que dio el sistema: ${ana.id_zkteco} Ana Brújula.`)
  await expectNoBarrier(page, 'before an unread terminal is filled')
  await question.getByRole('button', { name: /^Dar números por encima/ }).click()
  await expect(question).toHaveCount(0)
  await expect.poll(() => [...terminal.users.values()].map(({ name }) => name)).toContain('Ana Brújula')
  expect(terminal.users.get(String(ana.id_zkteco))?.name).toBe('Socio Viejo')
  await terminal.stop()
})
