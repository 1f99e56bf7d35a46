// Automatic messages as their readers see them.
import { expect } from '@playwright/test'
import { moveToNoon, plannedMessages, writeMessages } from './outbox-scenes.ts'
import { test } from './product.ts'
import { enter, makeClient, makePlan, rowsOf, sellPlan, written } from './scenes.ts'

test('Envíos: shows messages without a channel, the outbox by state, unreachable clients', { tag: '@deep' }, async ({
  page,
  product,
  gym,
}) => {
  const today = await moveToNoon(gym)
  const plan = await makePlan(gym, 'Pase', 1)
  await sellPlan(gym, plan, await makeClient(gym, 'Rosa Díaz', { email: 'rosa@example.com' }), today)
  await sellPlan(gym, plan, await makeClient(gym, 'Wilkin Peralta', { phone_number: 'no tiene' }), today)
  await writeMessages(gym)
  await plannedMessages(gym, 2)
  await enter(page, product, gym.api, '/settings?tab=notifications')
  const card = page.getByRole('region', { name: 'Envíos' })
  await expect(card).toContainText('No hay ningún canal configurado')
  await expect(card).toContainText('Último envíoNinguno todavía')
  await expect(card).toContainText('Pendientes2')
  await expect(card).toContainText('Fallidos en 7 días0')

  const opener = card.getByRole('button', { name: 'Ver mensajes' })
  await opener.click()
  const outbox = page.getByRole('dialog', { name: 'Mensajes del gimnasio' })
  const messages = outbox.getByRole('list', { name: 'Mensajes' }).locator('> li')
  await expect(messages).toHaveCount(2)
  const rosas = messages.filter({ hasText: 'Rosa Díaz' })
  await expect(rosas.getByText('Te esperamos.')).toBeHidden()
  await rosas.getByText('Ver el texto').click()
  await expect(rosas.getByText('Te esperamos.')).toBeVisible()
  await outbox.getByLabel('Estado').selectOption('Fallido')
  await expect(outbox.getByText('No hay mensajes con el estado «Fallido»')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()

  await card.getByRole('button', { name: 'Clientes a los que no llega ningún mensaje: 1' }).click()
  const unreachable = rowsOf(page, 'Clientes a los que no llega ningún mensaje')
  await expect(unreachable).toHaveText([new RegExp(`Wilkin Peralta.*no tiene.*${written(today)}`)])
  await unreachable.getByRole('link', { name: 'Wilkin Peralta' }).click()
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Wilkin Peralta' })).toBeVisible()
})
