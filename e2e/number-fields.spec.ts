// Realistic input into number fields: with pauses, pasted, left by Tab, ended by Enter, on a slow computer. Typed text
// is parsed or rejected, never changed.
import { expect } from '@playwright/test'
import { test } from './browser-fixtures.ts'
import { findField, openScreen } from './gym-steps.ts'
import { throttlePage } from './slowdown.ts'
import { pressButton } from './stock-steps.ts'

test.use({ address: 'lan' })

const moneyText = 'Debe ser un importe como 1250 o 1,250.00, con dos decimales como máximo'
const wholeText = 'Debe ser un número entero'

test('number fields: accept displayed formats, explain rejected input @deep', async ({ page, product, gym, hand }) => {
  await throttlePage(page, 4)
  await openScreen(page, product, gym.api, '/memberships')
  await pressButton(page, 'Nuevo plan')
  const dialog = page.getByRole('dialog', { name: 'Agregar Plan de Membresía' })
  const [days, price] = [findField(dialog, 'Duración (días)'), findField(dialog, 'Precio')]
  await expect(findField(dialog, 'Nombre')).toBeFocused()
  await hand.type('Mensual')
  await hand.writeAndLeave(days, '1.5')
  await expect(dialog.getByText(wholeText)).toBeVisible()
  await expect(days).toHaveValue('1.5')
  await expect(price).toBeFocused()
  for (const [typed, told] of [
    ['1.250,00', moneyText],
    ['12.555', moneyText],
    ['mil', moneyText],
    ['-3', 'No puede ser negativo'],
  ] as const) {
    await hand.writeAndLeave(price, typed)
    await expect(price).toHaveValue(typed)
    await expect(dialog.getByText(told)).toBeVisible()
  }
  await price.focus()
  await hand.press('Enter')
  await expect(days).toBeFocused()
  await hand.write(days, '-3')
  await hand.press('Tab')
  await expect(dialog.getByText('No puede ser negativo')).toHaveCount(2)
  await hand.write(days, '30')
  await price.focus()
  await hand.press('Control+a')
  await page.keyboard.insertText('1,250.00')
  await hand.press('Enter')
  await expect(page.getByText('Plan de Membresía creado con éxito.')).toBeVisible()
  const plans = () => gym.api.call<{ name: string; price: string; duration_days: number }[]>('GET', '/memberships/')
  const mensual = async () => (await plans()).find(({ name }) => name === 'Mensual')
  expect(await mensual()).toMatchObject({ price: '1250.00', duration_days: 30 })

  await pressButton(page, 'Editar Mensual')
  const edit = page.getByRole('dialog', { name: 'Editar Plan de Membresía' })
  const again = findField(edit, 'Precio')
  await expect(again).toHaveValue('1,250.00')
  await hand.write(again, '1312,50', { pause: { after: 2, for: 700 } })
  await hand.press('Enter')
  await expect(page.getByText('Plan de Membresía editado con éxito.')).toBeVisible()
  expect(await mensual()).toMatchObject({ price: '1312.50' })
})
