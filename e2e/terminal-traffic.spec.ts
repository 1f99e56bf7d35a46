// The last calls of a terminal, read by the owner to a technician; and one that sends more than is taken.
import { expect } from '@playwright/test'
import { expectNoBarrier } from './barriers.ts'
import { makeTerminal, test } from './product.ts'
import { enter, expectVerify, makeClient } from './scenes.ts'
import { slowdown } from './slowdown.ts'

test('the traffic of a terminal is read and copied while it goes on', { tag: '@deep' }, async ({
  page,
  product,
  gym,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const terminal = await makeTerminal(product, gym)
  const ana = await makeClient(gym, 'Ana Brújula')
  await enter(page, product, gym.api, '/settings?tab=devices')
  await page.getByRole('button', { name: 'Estado de Puerta principal' }).click()
  const state = page.getByRole('dialog', { name: 'Puerta principal', exact: true })
  await state.getByRole('button', { name: 'Ver el tráfico' }).click()
  const traffic = state.getByRole('region', { name: 'Tráfico' })
  await expect(traffic.getByText('Todavía no ha llamado a este servidor')).toBeVisible()
  await expect(traffic.getByRole('button', { name: 'Copiar' })).toHaveCount(0)
  // Refreshed while it is open.
  terminal.start()
  await expectVerify(terminal, ana.id_zkteco, 3)
  await expect(traffic.getByRole('listitem').filter({ hasText: 'Se presenta' })).toHaveCount(1)
  await expect(traffic.getByText(/^Se le pide: .*guardar a \d personas?/).first()).toBeVisible()
  await expect(traffic.getByText(/^Confirma: /).first()).toBeVisible()
  await expect(traffic).not.toContainText('Brújula')
  await terminal.stop()
  const said = await fetch(
    `${product.address}/iclock/nuevo?SN=${(await gym.api.call<[{ sn: string }]>('GET', '/devices/'))[0].sn}`,
  )
  expect(said.status).toBe(200)
  const unknown = traffic.getByRole('listitem').filter({ hasText: 'Pide algo que aquí no se conoce' })
  await expect(unknown).toContainText('GET /iclock/nuevo')
  await expect(traffic).toContainText('Páginas que aquí no se conocen: nuevo (1)')
  const sn = (await gym.api.call<[{ sn: string }]>('GET', '/devices/'))[0].sn
  await fetch(`${product.address}/iclock/cdata?SN=${sn}&table=ATTLOG&Stamp=1`, {
    method: 'POST',
    body: '7\t15/06/2026 12:00\n',
  })
  await expect(
    state.getByText('1 línea que no se pudo leer, quizá una entrada o una persona: está en su tráfico'),
  ).toBeVisible({
    timeout: 15_000 * slowdown,
  })
  await traffic.getByText('1 línea que no se pudo leer en los últimos 7 días').click()
  await expect(traffic.getByText('7 15/06/2026 12:00')).toBeVisible()
  await expectNoBarrier(page, 'traffic')
  await traffic.getByRole('button', { name: 'Copiar' }).click()
  await expect(page.getByText('Tráfico copiado')).toBeVisible()
  const copied = String(await page.evaluate('navigator.clipboard.readText()'))
  expect(copied).toMatch(/^Puerta principal · /)
  expect(copied).toContain('GET /iclock/nuevo')
  // Where browsers withhold the clipboard, as over plain http on another computer.
  await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
  await page.evaluate("document.addEventListener('copy', () => { window.copied = document.activeElement.value })")
  await traffic.getByRole('button', { name: 'Copiar' }).click()
  await expect.poll(() => page.evaluate('window.copied')).toContain('GET /iclock/nuevo')
  await expect(traffic.getByRole('button', { name: 'Copiar' })).toBeFocused()
  await state.getByRole('button', { name: 'Ocultar el tráfico' }).click()
  await expect(traffic).toHaveCount(0)
})
