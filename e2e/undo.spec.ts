// The last action can be undone for five minutes: by toast, Ctrl+Z or palette, also after a reload. Undo voids,
// restores or writes the former values, and never deletes.
import { expect, type Page } from '@playwright/test'
import { expectNoBarrier } from './barriers.ts'
import type { Hand } from './hand.ts'
import { test } from './product.ts'
import { choice, complaintsOf, enter, field, makeClient, makePlan, readClient, rowsOf } from './scenes.ts'
import { paymentsOf, tendersOf } from './stock-scenes.ts'

/** Undo loads once the page is idle. */
async function rested(page: Page): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('Control+z')
    await expect(page.getByText('No hay nada que deshacer')).toBeVisible({ timeout: 500 })
  }).toPass()
}

const only = <Row>([row]: readonly Row[]): Row => {
  if (!row) throw new Error('nothing was sold')
  return row
}

const undone = (page: Page) => page.getByText('Deshecho', { exact: true })
const inToast = (page: Page) => page.getByLabel('Avisos (F8)').getByRole('button', { name: 'Deshacer' })

async function sellToAna(page: Page, hand: Hand): Promise<void> {
  await hand.press('Alt+m')
  const dialog = page.getByRole('dialog', { name: 'Vender membresía' })
  await expect(choice(dialog, 'Cliente')).toBeFocused()
  await hand.type('ana brújula')
  await hand.enterTwice()
  await hand.write(choice(dialog, 'Plan'), 'mensual')
  await hand.press('Enter')
  await hand.press('Control+Enter')
}

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 375, height: 812 },
]) {
  test.describe(`undo: deletion, edit and sale at ${viewport.width} px`, {
    tag: viewport.width < 500 ? '@deep' : [],
  }, () => {
    test.use({ viewport })

    test('undo: toasts undo a deletion and an edit, but not over another user’s change', {
      tag: '@deep',
    }, async ({ page, product, gym, hand }) => {
      const ana = await makeClient(gym, 'Ana Brújula', { phone_number: '8095550000', notes: 'Alérgica' })
      const complaints = complaintsOf(page)
      await enter(page, product, gym.api, '/clients')
      await rested(page)
      await page.getByRole('button', { name: 'Eliminar Ana Brújula' }).press('Enter')
      await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click()
      await expect(page.getByText('Cliente eliminado correctamente')).toBeVisible()
      await expect(rowsOf(page, 'Clientes').getByRole('button')).toHaveCount(0)
      await expectNoBarrier(page, 'a toast that undoes')
      await inToast(page).click()
      await expect(undone(page)).toBeVisible()
      await expect(rowsOf(page, 'Clientes').first()).toContainText('Ana Brújula')

      const edit = async (phone: string) => {
        // An Enter so soon after the saving one would be ignored.
        await page.getByRole('button', { name: 'Editar Ana Brújula' }).click()
        await hand.write(field(page.getByRole('dialog'), 'Teléfono'), phone)
        await hand.press('Control+Enter')
        await expect(page.getByRole('dialog')).toHaveCount(0)
        await expect(page.getByText('Cliente editado con éxito')).toBeVisible()
      }
      await edit('8095551111')
      await inToast(page).click()
      await expect(undone(page)).toBeVisible()
      expect(await readClient(gym, ana.id)).toMatchObject({ phone_number: '8095550000', notes: 'Alérgica' })

      // Undone in reverse order.
      await edit('8095551111')
      await edit('8095552222')
      await page.keyboard.press('Control+z')
      await expect(rowsOf(page, 'Clientes').first()).toBeVisible()
      await expect.poll(async () => (await readClient(gym, ana.id)).phone_number).toBe('8095551111')
      await expect(undone(page)).toBeVisible()
      await page.keyboard.press('Control+z')
      await expect.poll(async () => (await readClient(gym, ana.id)).phone_number).toBe('8095550000')

      await edit('8095552222')
      await gym.api.call('PUT', `/clients/${ana.id}`, { notes: 'Otra' })
      await inToast(page).click()
      await expect(page.getByText('No se deshizo')).toBeVisible()
      expect(await readClient(gym, ana.id)).toMatchObject({ phone_number: '8095552222', notes: 'Otra' })
      expect(complaints.filter((each) => !/412|Registro modificado/.test(each))).toEqual([])
    })

    test('undo: Ctrl+Z after a reload voids a plan sold by mistake, after confirmation', {
      tag: '@deep',
    }, async ({ page, product, gym, hand }) => {
      await makePlan(gym)
      const [ana] = [await makeClient(gym, 'Ana Brújula'), await makeClient(gym, 'Ana Bravo')]
      await enter(page, product, gym.api, '/billing')
      await rested(page)
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
      // Opens the palette, also available on phones.
      await hand.press('Control+k')
      await hand.type('deshacer')
      await page.getByRole('option', { name: /^Deshacer: Membresía.*Ana Brújula/ }).click()
      await expect(field(question, 'Motivo')).toHaveValue(/^Deshecho al cabo de \d+ /)
      await expect(question.getByText('Se devuelve como se pagó: Efectivo $ 1,500.00.')).toBeVisible()
      await expectNoBarrier(page, 'the question whether a document is voided')
      await question.getByText('Tarjeta').click()
      await expect(question.getByText('Se devuelve: Tarjeta $ 1,500.00.')).toBeVisible()
      await question.getByRole('button', { name: 'Anular', exact: true }).click()
      await expect(page.getByText('Documento anulado.')).toBeVisible()
      expect((await readClient(gym, ana.id)).membership).toBeNull()
      expect(await paymentsOf(gym)).toMatchObject([
        { voided: { reason: expect.stringMatching(/^Deshecho al cabo de \d+ /) } },
      ])
      expect(await tendersOf(gym, 'payment', only(await paymentsOf(gym)))).toEqual([
        ['Efectivo', '1500.00'],
        ['Tarjeta', '-1500.00'],
      ])
      await rested(page)
    })
  })
}
