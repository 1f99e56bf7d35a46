// What the gym sends by itself, as people read it.
import { expect } from '@playwright/test'
import { addDays } from '../contract/dates.ts'
import type { OutboxMessage, OutboxStatus } from '../contract/outbox.ts'
import { messagesInEveryState, moveToNoon, plannedMessages, someStatus, writeMessages } from './outbox-scenes.ts'
import { makeUser, test } from './product.ts'
import { enter, makeClient, makePlan, rowsOf, sellPlan, session, written } from './scenes.ts'

test('a card shows the client’s message to a worker, and that it is cancelled with the renewal', async ({
  page,
  product,
  gym,
}) => {
  const today = await moveToNoon(gym)
  const plan = await makePlan(gym, 'Pase', 1)
  const rosa = await makeClient(gym, 'Rosa Díaz', { phone_number: '+1 809 555 0101' })
  await sellPlan(gym, plan, rosa, today)
  await writeMessages(gym)
  await plannedMessages(gym, 1)

  const worker = await session(product, await makeUser(gym, 'gym_worker'))
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/outbox/') && asked.push(request.url()))
  await enter(page, product, worker, `/clients?client=${rosa.id}`)
  const card = page.getByRole('dialog', { name: 'Ficha del cliente' })
  const part = card.getByRole('button', { name: 'Mensajes' })
  await expect(part).toHaveAttribute('aria-expanded', 'false')
  expect(asked).toEqual([])
  await part.press('Enter')
  const message = card.getByRole('list', { name: 'Mensajes' }).getByRole('listitem')
  await expect(message).toHaveCount(1)
  await expect(message).toContainText('Pendiente')
  await expect(message).toContainText('Sin canal')
  await expect(message).toContainText(`Aviso del día del vencimiento · ${written(today)}`)
  await expect(message).toContainText(/Hola Rosa Díaz, hoy vence tu membresía Pase\.\s*Te esperamos\./)

  await sellPlan(gym, plan, rosa, addDays(today, 1))
  await expect(message).toContainText('Cancelado')
  await expect(message).toContainText('Renovó su membresía')
  await part.press('Enter')
  await expect(message).toHaveCount(0)
})

test('Envíos: what waits without a channel, the outbox by state, and who cannot be reached', async ({
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

test('Envíos tells the last message sent and the newest failure, again and again', async ({ page, product, gym }) => {
  let answer: OutboxStatus = { ...someStatus, last_sent_at: null, last_failure: null }
  await page.route('**/v1/outbox/status', (route) => route.fulfill({ json: answer }))
  const listed = messagesInEveryState({ id: 1, name: 'Rosa Díaz' })
  // The page is older than the server, which has learned a state since.
  const [known] = listed.items
  if (known) listed.items.push({ ...known, id: 99, state: 'nuevo' as OutboxMessage['state'] })
  await page.route('**/v1/outbox/?*', (route) => route.fulfill({ json: listed }))
  await page.clock.install()
  await enter(page, product, gym.api, '/settings?tab=notifications')
  const card = page.getByRole('region', { name: 'Envíos' })
  await expect(card).toContainText('Canales configurados: WhatsApp y correo.')
  await expect(card).toContainText('Ninguno todavía')
  answer = someStatus
  await page.clock.runFor(6000)
  await expect(card).toContainText(/Último envío21\/11\/2026\s09:00/)
  await expect(card).toContainText(/Último fallo 21\/11\/2026\s10:05El número no tiene WhatsApp/)
  const failures = page.waitForRequest((request) => request.url().includes('state=failed'))
  await card.getByRole('button', { name: 'Ver fallidos' }).click()
  await failures
  await expect(page.getByRole('dialog').getByLabel('Estado')).toHaveValue('failed')
  await expect(page.getByRole('dialog').getByRole('list', { name: 'Mensajes' })).toContainText('nuevo')
})
