// Unknown users stored on a terminal, and the decision about each of them.
import { expect, type Page } from '@playwright/test'
import { expectNoAccessibilityFault } from './accessibility-checks.ts'
import { makeRegisteredTerminal, test } from './browser-fixtures.ts'
import { expectVerifyMode, findCombobox, findTableRows, makeClient, openScreen, readClient } from './gym-steps.ts'

const people = (page: Page) => page.getByRole('dialog', { name: 'Personas en el dispositivo' })
const rowOf = (page: Page, text: string) => findTableRows(page, 'Personas en el dispositivo').filter({ hasText: text })

test('unknown users: each is linked to a client or deleted from the terminal @deep', async ({ page, product, gym }) => {
  const terminal = await makeRegisteredTerminal(product, gym, {
    users: [
      { pin: '77', name: 'Luis', verify: 0, card: '5550077' },
      { pin: '901', name: 'Eva', verify: 0 },
      { pin: '902', name: 'Ivo', verify: 0 },
      { pin: '903', name: 'Noemí', verify: 3 },
    ],
  })
  const luis = await makeClient(gym, 'Luis Terrero')
  terminal.start()
  await expectVerifyMode(terminal, luis.id_zkteco, 3)
  await openScreen(page, product, gym.api, '/settings?tab=devices')
  const button = page.getByRole('button', { name: 'Personas en Puerta principal: 4 por decidir' })
  await button.click()
  await expect(findTableRows(page, 'Personas en el dispositivo')).toHaveCount(4)
  await expect(rowOf(page, 'Luis')).toContainText('5550077')
  await expect(rowOf(page, 'Luis')).toContainText('Sí')
  await expect(rowOf(page, 'Noemí')).toContainText('No')
  await expectNoAccessibilityFault(page, 'people on a terminal')

  // Links the PIN on the terminal to a client.
  await page.getByRole('button', { name: 'Decidir sobre Luis' }).click()
  await page.getByRole('dialog', { name: 'Luis' }).getByRole('button', { name: 'Es un cliente…' }).click()
  const link = page.getByRole('dialog', { name: 'Luis es un cliente' })
  await link.getByRole('button', { name: 'Es este cliente' }).click()
  await expect(findCombobox(link, 'Cliente')).toHaveAttribute('aria-invalid', 'true')
  await findCombobox(link, 'Cliente').fill('terrero')
  await page.getByRole('option', { name: /Luis Terrero/ }).click()
  // The dialog warns that Luis, who can still open the door, has no membership.
  await expect(link.getByRole('status')).toContainText('Luis Terrero no tiene derecho a entrar hoy')
  await expectNoAccessibilityFault(page, 'a stranger is linked')
  await link.getByRole('button', { name: 'Es este cliente' }).click()
  await expect(page.getByText('Ya es el número del cliente')).toBeVisible()
  expect((await readClient(gym, luis.id)).id_zkteco).toBe(77)
  // The card number stored on the terminal is proposed, and a person must accept it.
  const proposal = 'Tarjeta 5550077 leída en Puerta principal para Luis Terrero: ¿guardar?'
  await expect(people(page).getByText(proposal)).toBeVisible()
  await page.getByRole('button', { name: `Aceptar. ${proposal}` }).click()
  await expect(people(page).getByText(proposal)).toHaveCount(0)
  expect(await readClient(gym, luis.id)).toMatchObject({ card_number: '5550077' })

  // Before several users are deleted, the dialog shows how many of them can still open the door.
  for (const name of ['Eva', 'Ivo', 'Noemí']) await page.getByRole('checkbox', { name: `Elegir a ${name}` }).check()
  await page.getByRole('button', { name: 'Quitar (3)' }).click()
  const question = page.getByRole('dialog', { name: 'Quitar del dispositivo' })
  await expect(question).toContainText('2 personas dejarán de entrar')
  await expectNoAccessibilityFault(page, 'strangers are taken off')
  expect(terminal.users.has('901')).toBe(true)
  await question.getByRole('button', { name: 'Quitar', exact: true }).click()
  await expect.poll(() => [...terminal.users.keys()].filter((pin) => pin.startsWith('90'))).toEqual([])
  await expect(people(page).getByRole('checkbox', { name: /^Elegir a/ })).toHaveCount(0)
  await terminal.stop()
})
