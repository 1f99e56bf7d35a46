// Manual door openings: the user gives a reason, and the owner reads it.
import { once } from 'node:events'
import { expect } from '@playwright/test'
import { expectNoBarrier } from './barriers.ts'
import { makeTerminal, makeUser, test } from './product.ts'
import { enter, field, rowsOf, session } from './scenes.ts'

test('door opening: a worker gives the reason, and the owner sees who, when and why', { tag: '@deep' }, async ({
  page,
  product,
  gym,
  hand,
}) => {
  const terminal = await makeTerminal(product, gym)
  const connected = once(terminal.events, 'cycle')
  terminal.start()
  await connected
  const username = await makeUser(gym, 'gym_worker')
  await enter(page, product, await session(product, username), '/attendance')
  await expect(page.getByRole('button', { name: 'Aperturas a mano' })).toHaveCount(0)
  const door = once(terminal.events, 'door')
  await page.getByRole('button', { name: 'Abrir puerta' }).click()
  await door
  await page.getByRole('button', { name: 'Anotar motivo' }).click()
  const reason = page.getByRole('dialog', { name: 'Por qué se abrió la puerta' })
  await expect(field(reason, 'Motivo')).toBeFocused()
  await expectNoBarrier(page, 'why the door was opened', ['wide'])
  await hand.type('Llegó el proveedor')
  await hand.press('Enter')
  await expect(page.getByText('Motivo guardado')).toBeVisible()
  await expect(reason).toHaveCount(0)

  const owner = await page.context().browser()?.newPage()
  if (!owner) throw new Error('no browser')
  await enter(owner, product, gym.api, '/attendance')
  await owner.getByRole('button', { name: 'Aperturas a mano' }).click()
  const rows = rowsOf(owner, 'Aperturas a mano')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Llegó el proveedor')
  await expectNoBarrier(owner, 'openings by hand')
  // A saved reason can be edited, and neither Escape nor a stray click loses the edit.
  const pencil = owner.getByRole('button', { name: /^Anotar motivo de/ })
  const noted = owner.getByRole('dialog', { name: 'Por qué se abrió la puerta' })
  await pencil.click()
  await expect(field(noted, 'Motivo')).toHaveValue('Llegó el proveedor')
  await owner.keyboard.press('Escape')
  await expect(noted).toHaveCount(0)
  await expect(rows).toContainText('Llegó el proveedor')
  await pencil.click()
  await field(noted, 'Motivo').fill(' ')
  await noted.getByRole('button', { name: 'Guardar' }).click()
  await expect(noted.getByText('Este campo es requerido')).toBeVisible()
  await field(noted, 'Motivo').fill('Llegó el proveedor de agua')
  await noted.getByRole('button', { name: 'Guardar' }).click()
  await expect(rows).toContainText('Llegó el proveedor de agua')
  await expect(rows).toContainText('Antes: «Llegó el proveedor». Lo cambió Altagracia Peña: ')
  await expect(noted).toHaveCount(0)
  await expectNoBarrier(owner, 'what was said before of an opening')
  // The prompt stays when another opening or a notification arrives.
  const again = once(terminal.events, 'door')
  await page.getByRole('button', { name: 'Abrir puerta' }).click()
  await again
  // The next user at that desk is not asked for the former user's reason.
  await page.getByRole('button', { name: 'Anotar motivo' }).click()
  await expect(reason).toBeVisible()
  const other = await page.context().newPage()
  await other.goto(`${product.address}/v1/config`)
  await other.evaluate('localStorage.removeItem("access_token")')
  await expect(page.getByLabel('Usuario')).toBeVisible()
  await other.evaluate(`localStorage.access_token = '${gym.api.token}'`)
  await expect(page.getByRole('button', { name: 'Cerrar sesión', includeHidden: true })).toBeVisible()
  await expect(reason).toHaveCount(0)
  await other.close()
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('Sin motivo')
  await expect
    .poll(() => gym.api.call('GET', '/notifications/?size_page=10'))
    .toMatchObject({
      total: 2,
      items: [{ title: 'Acceso', message: expect.stringContaining('abrió') }, { title: 'Acceso' }],
    })
  await terminal.stop()
  await owner.close()
})
