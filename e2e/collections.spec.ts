// A debt collection entered by mistake is voided from its toast or from the list.
import { expect } from '@playwright/test'
import { expectNoAccessibilityFault, expectNoOverflowOrWrap } from './accessibility-checks.ts'
import { type BrowserTestGym, test } from './browser-fixtures.ts'
import {
  findField,
  findTableRows,
  getGymDay,
  makeClient,
  makePlan,
  openScreen,
  waitForUndoScript,
} from './gym-steps.ts'

async function makeDebtor(gym: BrowserTestGym) {
  await gym.api.call('PUT', '/debts/rules', { is_on: true, bars_after: 0 })
  const [ana, plan] = [await makeClient(gym, 'Ana Brújula'), await makePlan(gym)]
  const sold = { id_client: ana.id, id_membership: plan.id, start_date: getGymDay(), owed: '500' }
  await gym.api.call('POST', '/membership_payments/', sold)
  return ana
}
const owes = async (gym: BrowserTestGym, { id }: { id: number }) => {
  const { status } = await gym.api.call<{ status: { debt: { owed: string } | null } }>('GET', `/clients/${id}`)
  return status.debt
}

test('debt collection: voiding it restores the client’s debt @deep', async ({ page, product, gym, hand }) => {
  await page.setViewportSize({ width: 375, height: 700 })
  const ana = await makeDebtor(gym)
  await openScreen(page, product, gym.api, '/clients')
  await waitForUndoScript(page)
  await findTableRows(page, 'Clientes').first().click()
  await expect(page.getByRole('region', { name: 'Deuda' })).toBeVisible()
  await hand.press('Alt+q')
  await expect(findField(page.getByRole('dialog', { name: 'Cobrar lo que debe' }), 'Paga ahora')).toHaveValue('500.00')
  await hand.press('Control+Enter')
  await expect(page.getByText('Ana Brújula · $ 500.00 · No debe nada más')).toBeVisible()
  const card = page.getByRole('dialog', { name: 'Ficha del cliente' })
  await expect(card.getByRole('region', { name: 'Deuda' })).toHaveCount(0)
  const undo = page.getByLabel('Avisos (F8)').getByRole('button', { name: 'Deshacer' })
  const gap = await page.evaluate(`(() => {
      const told = document.querySelector('[data-kind] .mantine-Notification-description')
      const text = document.createRange()
      text.selectNode(told.firstChild)
      return told.querySelector('button').getBoundingClientRect().top - text.getBoundingClientRect().bottom
    })()`)
  expect(gap, 'between what a toast says and its buttons').toBeGreaterThan(4)
  await undo.click()
  const back = page.getByRole('dialog', { name: /^Anular el cobro N.º.1$/ })
  await expect(back).toContainText('Ana Brújula vuelve a deber $ 500.00. Se devuelve como se pagó: Efectivo $ 500.00.')
  await expect(findField(back, 'Motivo')).toHaveValue(/^Deshecho al cabo de/)
  await expectNoAccessibilityFault(page, 'a collection is taken back')
  await expectNoOverflowOrWrap(page, 'a collection is taken back')
  await hand.press('Control+Enter')
  await expect(page.getByText('Cobro anulado.')).toBeVisible()
  await expect(card.getByRole('region', { name: 'Deuda' })).toContainText('Debe $ 500.00')
  await expect(card.getByRole('region', { name: 'Cobros' })).toContainText('Anulado')
  expect(await owes(gym, ana)).toMatchObject({ owed: '500.00' })

  await gym.api.call('POST', `/debts/clients/${ana.id}`, { amount: '120' })
  await page.goto(`${product.address}/billing`)
  await page.getByRole('link', { name: 'Cobros' }).click()
  await expect(page.getByText('1 cobro · $ 120.00 · 1 anulado')).toBeVisible()
  await expectNoAccessibilityFault(page, 'what was collected of debts')
  await findTableRows(page, 'Cobros').first().click()
  const receipt = page.getByRole('dialog', { name: 'Recibo de cobro N.º 2' })
  await expect(receipt).toContainText('Queda a deber$ 380.00')
  await receipt.getByRole('button', { name: 'Anular' }).click()
  await hand.type('Era de otra persona')
  await hand.press('Control+Enter')
  await expect(receipt).toContainText('Motivo: Era de otra persona')
  await hand.press('Escape')
  await expect(page.getByText('0 cobros · $ 0.00 · 2 anulados')).toBeVisible()
  expect(await owes(gym, ana)).toMatchObject({ owed: '500.00' })
})
