// Message channels are set up by people without technical knowledge.
import { expect, type Page } from '@playwright/test'
import { startMailServer } from '../server/testing/mail-server.ts'
import { expectNoAccessibilityFault } from './accessibility-checks.ts'
import { test } from './browser-fixtures.ts'
import { openScreen } from './gym-steps.ts'

const panel = (page: Page) => page.getByRole('region', { name: 'Canales' })
const channel = (page: Page, name: string) => panel(page).getByRole('region', { name })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

test('message channels: an owner sets up e-mail and sends a test message @deep', async ({ page, product, gym }) => {
  const server = await startMailServer()
  await openScreen(page, product, gym.api, '/settings?tab=notifications')
  const mail = channel(page, 'Correo')
  await expect(mail).toContainText('Sin configurar')
  await mail.getByRole('button', { name: 'Configurar' }).press('Enter')
  const form = dialog(page, 'Correo')
  // The form derives the mail provider and its required fields from the address.
  await form.getByLabel('Correo del que salen').fill('quisqueya@gmail.com')
  await form.getByLabel('Correo del que salen').press('Tab')
  await expect(form.getByLabel('Servidor')).toHaveValue('smtp.gmail.com')
  await expect(form.getByLabel('Usuario')).toHaveValue('quisqueya@gmail.com')
  await expect(form).toContainText('myaccount.google.com/apppasswords')
  await expectNoAccessibilityFault(page, 'the mail of a gym')
  await form.getByRole('button', { name: 'Guardar' }).click()
  await expect(form.getByText('Escribe la contraseña de ese usuario')).toBeVisible()
  // A mail server in the gym's own network needs no credentials.
  await form.getByLabel('Servidor').fill(server.host)
  await form.getByLabel('Puerto').fill(String(server.port))
  await form.getByLabel('Seguridad').selectOption('Sin cifrar')
  await form.getByLabel('Usuario').fill('')
  await form.getByRole('button', { name: 'Guardar' }).click()
  await expect(form).toBeHidden()
  await expect(mail).toContainText('Sale de quisqueya@gmail.com. Es de este gimnasio.')
  await expect(page.getByRole('region', { name: 'Envíos' })).toContainText('Canales configurados: Correo.')

  await mail.getByRole('button', { name: 'Enviar mensaje de prueba' }).click()
  const trial = dialog(page, 'Mensaje de prueba por correo')
  await trial.getByLabel('Correo que lo recibe').fill('ana@example.com')
  await trial.getByRole('button', { name: 'Enviar' }).click()
  await expect(trial.getByRole('status')).toContainText(/El servidor de correo aceptó|red interna/)
  await expectNoAccessibilityFault(page, 'what came of a trial')
  await trial.getByRole('button', { name: 'Cerrar' }).last().click()
  await mail.getByRole('button', { name: 'Quitar' }).click()
  await dialog(page, 'Quitar Correo').getByRole('button', { name: 'Quitar' }).click()
  await expect(mail).toContainText('Sin configurar')
  await server.close()
})
