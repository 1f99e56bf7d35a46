// The last action can be undone for five minutes: by toast, Ctrl+Z or palette, even after a reload. Undo voids,
// restores or writes the former values, and deletes nothing.
import { expect, type Page } from '@playwright/test'
import { expectNoAccessibilityFault } from './accessibility-checks.ts'
import { test } from './browser-fixtures.ts'
import {
  collectPageErrors,
  findCombobox,
  findField,
  findTableRows,
  makeClient,
  makePlan,
  openScreen,
  readClient,
  waitForUndoScript,
} from './gym-steps.ts'
import type { SimulatedUser } from './simulated-user.ts'
import { listPayments } from './stock-steps.ts'

const undone = (page: Page) => page.getByText('Deshecho', { exact: true })
const inToast = (page: Page) => page.getByLabel('Avisos (F8)').getByRole('button', { name: 'Deshacer' })

async function sellToAna(page: Page, hand: SimulatedUser): Promise<void> {
  await hand.press('Alt+m')
  const dialog = page.getByRole('dialog', { name: 'Vender membresía' })
  await expect(findCombobox(dialog, 'Cliente')).toBeFocused()
  await hand.type('ana brújula')
  await hand.enterTwice()
  await hand.write(findCombobox(dialog, 'Plan'), 'mensual')
  await hand.press('Enter')
  await hand.press('Control+Enter')
}

test('undo: the toast’s button undoes a deletion and an edit @deep', async ({ page, product, gym, hand }) => {
  const ana = await makeClient(gym, 'Ana Brújula', { phone_number: '8095550000', notes: 'Alérgica' })
  const complaints = collectPageErrors(page)
  await openScreen(page, product, gym.api, '/clients')
  await waitForUndoScript(page)
  await page.getByRole('button', { name: 'Eliminar Ana Brújula' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click()
  await expect(page.getByText('Cliente eliminado correctamente')).toBeVisible()
  await expect(findTableRows(page, 'Clientes').getByRole('button')).toHaveCount(0)
  await expectNoAccessibilityFault(page, 'a toast that undoes')
  await inToast(page).click()
  await expect(undone(page)).toBeVisible()
  await expect(findTableRows(page, 'Clientes').first()).toContainText('Ana Brújula')

  const edit = async (phone: string) => {
    // Opened by a click, because Enter so soon after the Enter that saved would be ignored.
    await page.getByRole('button', { name: 'Editar Ana Brújula' }).click()
    await hand.write(findField(page.getByRole('dialog'), 'Teléfono'), phone)
    await hand.press('Control+Enter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByText('Cliente editado con éxito')).toBeVisible()
  }
  await edit('8095551111')
  await inToast(page).click()
  await expect(undone(page)).toBeVisible()
  expect(await readClient(gym, ana.id)).toMatchObject({ phone_number: '8095550000', notes: 'Alérgica' })

  expect(complaints).toEqual([])
})

test('undo: Ctrl+Z voids a membership sale, even after a reload @deep', async ({ page, product, gym, hand }) => {
  await makePlan(gym)
  const [ana] = [await makeClient(gym, 'Ana Brújula'), await makeClient(gym, 'Ana Bravo')]
  await openScreen(page, product, gym.api, '/billing')
  await waitForUndoScript(page)
  await sellToAna(page, hand)
  await expect(inToast(page)).toBeVisible()
  expect((await readClient(gym, ana.id)).membership).not.toBeNull()
  await page.reload()
  const question = page.getByRole('dialog', { name: /^Anular Factura de membresía N\.º/ })
  await expect(async () => {
    await page.keyboard.press('Control+z')
    await expect(question).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect(question.getByText(/Mensual · Ana Brújula/)).toBeVisible()
  await hand.press('Escape')
  await expect(question).toHaveCount(0)
  expect((await readClient(gym, ana.id)).membership).not.toBeNull()
  // Undoes through the palette, which is also available on phones.
  await hand.press('Control+k')
  await hand.type('deshacer')
  await page.getByRole('option', { name: /^Deshacer: Membresía.*Ana Brújula/ }).click()
  await expect(findField(question, 'Motivo')).toHaveValue(/^Deshecho al cabo de \d+ /)
  await expect(question.getByText('Se devuelve como se pagó: Efectivo $ 1,500.00.')).toBeVisible()
  await expectNoAccessibilityFault(page, 'the question whether a document is voided')
  await question.getByText('Tarjeta').click()
  await expect(question.getByText('Se devuelve: Tarjeta $ 1,500.00.')).toBeVisible()
  await question.getByRole('button', { name: 'Anular', exact: true }).click()
  await expect(page.getByText('Documento anulado.')).toBeVisible()
  expect((await readClient(gym, ana.id)).membership).toBeNull()
  expect(await listPayments(gym)).toMatchObject([
    { voided: { reason: expect.stringMatching(/^Deshecho al cabo de \d+ /) } },
  ])
  const [payment] = await listPayments(gym)
  expect(await gym.api.call('GET', `/tenders/payment/${payment?.id}`)).toMatchObject([
    { kind: { name: 'Efectivo' }, amount: '1500.00' },
    { kind: { name: 'Tarjeta' }, amount: '-1500.00' },
  ])
  await waitForUndoScript(page)
})
