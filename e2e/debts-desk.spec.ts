// At the desk: what is owed changed while it was read, and whoever owes is deleted.
import { expect } from '@playwright/test'
import { type Gym, test } from './product.ts'
import { enter, field, gymDay, makeClient, makePlan } from './scenes.ts'

const leaveOwing = (gym: Gym, plan: { id: number }, client: { id: number }, owed: string) =>
  gym.api.call('POST', '/membership_payments/', {
    id_membership: plan.id,
    id_client: client.id,
    start_date: gymDay(),
    overlap: true,
    owed,
  })
const owes = (gym: Gym, client: { id: number }) =>
  gym.api.call<{ owed: string }[]>('GET', `/debts/owed?ids=${client.id}`)

test('what is owed is charged as it was read, and told with both sums where it is another by now', {
  tag: '@deep',
}, async ({ page, product, gym, hand }) => {
  await gym.api.call('PUT', '/debts/rules', { is_on: true })
  const [ana, plan] = [await makeClient(gym, 'Ana Brújula'), await makePlan(gym)]
  await leaveOwing(gym, plan, ana, '100')
  await page.route(/notifications\/sse/, (route) => route.abort())
  await enter(page, product, gym.api, `/clients/${ana.id}/collect`)
  const collect = page.getByRole('dialog', { name: 'Cobrar lo que debe' })
  await expect(field(collect, 'Paga ahora')).toHaveValue('100.00')
  // Another desk sells meanwhile.
  await leaveOwing(gym, plan, ana, '50')
  await hand.press('Control+Enter')
  await expect(collect.getByText('Lo que debe cambió: se mostró $ 100.00 y ahora es $ 150.00.')).toBeVisible()
  expect(await owes(gym, ana)).toMatchObject([{ owed: '150.00' }])
  await expect(field(collect, 'Paga ahora')).toHaveValue('150.00')
  await hand.press('Control+Enter')
  await expect(page.getByText('Ana Brújula · $ 150.00 · No debe nada más')).toBeVisible()
  expect(await owes(gym, ana)).toEqual([])
})
